import { appId } from '../src/main/desktop.ts';
import { listing } from '../src/shared/text/listing.ts';

/** Name of the file in /usr/share/metainfo, where software centers of Linux look for it. */
export const metainfoName = `${appId}.metainfo.xml`;

/** Returns the description of the program for software centers of Linux (AppStream). `date`: epoch seconds of the version. */
export function metainfo({ version, date, homePage }: { version: string; date: number; homePage: string }): string {
  const { en, zh } = listing;
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${appId}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT</project_license>
  <name>Orderglass</name>
  <summary>${en.summary}</summary>
  <summary xml:lang="zh_CN">${zh.summary}</summary>
  <developer_name>Orderglass contributors</developer_name>
  <description>
    <p>${en.description}</p>
    <p xml:lang="zh_CN">${zh.description}</p>
  </description>
  <launchable type="desktop-id">orderglass.desktop</launchable>
  <url type="homepage">${homePage}</url>
  <url type="bugtracker">${homePage}/issues</url>
  <provides>
    <binary>orderglass</binary>
  </provides>
  <content_rating type="oars-1.1" />
  <releases>
    <release version="${version}" date="${new Date(date * 1000).toISOString().slice(0, 10)}" />
  </releases>
</component>
`;
}
