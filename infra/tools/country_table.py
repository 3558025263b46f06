#!/usr/bin/env python3
"""Makes the table of countries that geoip uses without a database of its own.

Usage: country_table.py <directory of the npm package @ip-location-db/geo-whois-asn-country> <output>

The output is compressed with gzip: the number of countries and their codes of two letters; then for IPv4 and for the
first 64 bits of IPv6 the number of ranges and for each, in order, the distance from the end of the range before, its
length less one, and the place of its country. Numbers are variable-length: seven bits a byte, the lowest first.
"""
import csv
import gzip
import sys
from pathlib import Path


def ranges(file, shift):
    merged = []
    with open(file, newline="") as rows:
        for first, last, country in csv.reader(rows):
            first, last = int(first) >> shift, int(last) >> shift
            if merged and first <= merged[-1][1]:
                first = merged[-1][1] + 1
            if first > last or len(country) != 2:
                continue
            if merged and merged[-1][1] + 1 == first and merged[-1][2] == country:
                merged[-1][1] = last
            else:
                merged.append([first, last, country])
    return merged


def number(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return out


def packed(table, places):
    out = bytearray(number(len(table)))
    end = -1
    for first, last, country in table:
        out += number(first - end - 1) + number(last - first) + number(places[country])
        end = last
    return out


source, target = Path(sys.argv[1]), sys.argv[2]
four = ranges(source / "geo-whois-asn-country-ipv4-num.csv", 0)
six = ranges(source / "geo-whois-asn-country-ipv6-num.csv", 64)
countries = sorted({country for table in (four, six) for _, _, country in table})
places = {country: place for place, country in enumerate(countries)}
data = number(len(countries)) + "".join(countries).encode() + packed(four, places) + packed(six, places)
with open(target, "wb") as out:
    out.write(gzip.compress(bytes(data), 9, mtime=0))
print(len(four), "and", len(six), "ranges of", len(countries), "countries")
