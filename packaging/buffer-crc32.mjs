/** What yazl needs of the package of this name, from Node: the package took a quarter of the time of an XLSX file. */
export { crc32 as unsigned } from 'node:zlib';
