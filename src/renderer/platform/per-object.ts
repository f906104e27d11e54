/** Returns a function that calculates the value of each object once. The value is dropped with the object. */
export function perObject<Of extends object, Value>(calculate: (of: Of) => Value): (of: Of) => Value {
  const values = new WeakMap<Of, { value: Value }>();
  return (of) => {
    const known = values.get(of);
    if (known) return known.value;
    const value = calculate(of);
    values.set(of, { value });
    return value;
  };
}

/** Returns a function that makes one object for each name. It lasts as long as the page, so the names must be few, such as those of accounts. */
export function perName<Value>(make: () => Value): (name: string) => Value {
  const made = new Map<string, Value>();
  return (name) => {
    const known = made.get(name) ?? make();
    made.set(name, known);
    return known;
  };
}
