/**
 * TEST ONLY. A certificate for 127.0.0.1 that nobody trusts, with its private key: both are public by standing here, and
 * protect nothing.
 */
export const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUEwLqjquAYhsrgldHq+arBvvI0m4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEyMTgyOVoYDzIxMjYxMDI4
MTIxODI5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQCMAeHffGh+RSmwVU7KCIDUabhh+Gk+zCj+7H34lgvIHf6p5kZ015m
5yelzHVebpFh1ek6wownSYOA61n2w9N4o28wbTAdBgNVHQ4EFgQUy25QBvqI4UmA
sspCY9NI/Xf9t5gwHwYDVR0jBBgwFoAUy25QBvqI4UmAsspCY9NI/Xf9t5gwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgAmKKZG2rj4g76nP4+y5Rx/njntOongkuOZQCiyoJ4ZwCIQD2
zxBv/rbyeLE9cfK69mT894y2R/3udeV45VBXO1bzUg==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYQcIAnn/WHABJhrX
lvx4MLvExhzZzrytXJGijw2vG6mhRANCAAQCMAeHffGh+RSmwVU7KCIDUabhh+Gk
+zCj+7H34lgvIHf6p5kZ015m5yelzHVebpFh1ek6wownSYOA61n2w9N4
-----END PRIVATE KEY-----
`,
} as const;
