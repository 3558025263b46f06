"""The searches of the benchmarks of fans: five to eight criteria each, as parameters and as SQL."""

import os
import random
import time
import urllib.parse


def listed(values):
    return "(" + ",".join(f"'{value}'" for value in values) + ")"


class FanSearches:
    """Searches over the fans that FansLog made in a data directory: the same ones in each run of a day."""

    def __init__(self, data=None, seed=4):
        self.chance = random.Random(seed)
        self.today = time.strftime("%Y-%m-%d", time.gmtime())
        self.began = time.time() + 86_400
        if data:
            with open(os.path.join(data, "active.csv")) as rows:
                self.began = time.mktime(time.strptime(rows.readline().strip().split(",")[1], "%Y-%m-%d")) - time.timezone

    def day(self, later):
        return time.strftime("%Y-%m-%d", time.gmtime(self.began + later * 86_400))

    def some(self, prefix, most, count):
        return [f"{prefix}{number}" for number in self.chance.sample(range(most), count)]

    def path(self, page):
        """Returns one search, as the HTTP path of its first page and as SQL."""
        pairs, wanted = self.criteria()
        return ("/api/v1/crm/fans?" + urllib.parse.urlencode(pairs + [("limit", page)]),
                "SELECT f.* FROM fans f WHERE " + " AND ".join(wanted) + f" ORDER BY f.fan_id LIMIT {page}")

    def criteria(self):
        chance = self.chance
        flag = chance.choice(("is_subscribed", "is_phone_subscribed", "is_optout"))
        there = chance.choice(("phone", "gender", "birth_date", "province", "metro_area", "city", "postal_code", "latitude"))
        missing = chance.choice(("phone", "gender", "city"))
        provinces, metros, networks = self.some("P", 60, 12), self.some("Metro ", 100, 20), self.some("network", 8, 3)
        source, rating, gender = f"source{chance.randrange(20)}", chance.randrange(1, 6), chance.choice(("female", "male"))
        young, old = chance.randrange(15, 35), chance.randrange(36, 70)
        first = chance.randrange(0, 60)
        last = first + chance.randrange(1, 30)
        tags, kin = self.some("Tag ", 400, 3), f"Tag {chance.randrange(50)}"
        latitude, longitude, kilometres = 30 + 15 * chance.random(), -110 + 30 * chance.random(), chance.randrange(200, 900)
        artist, venue, price = f"Artist {chance.randrange(200)}", f"Venue {chance.randrange(50)}", chance.randrange(20, 80)
        venues, bought = self.some("P", 20, 5), chance.randrange(10, 300)
        all_of_them = [
            ([("fan_only_filter", flag)], f"f.{flag}"),
            ([("fan_only_filter", there)], f"f.{there} IS NOT NULL"),
            ([("fan_not_only_filter", missing)], f"f.{missing} IS NULL"),
            ([("fan_provinces", one) for one in provinces], f"f.province IN {listed(provinces)}"),
            ([("fan_metro_areas", one) for one in metros], f"f.metro_area IN {listed(metros)}"),
            ([("fan_networks", one) for one in networks],
             f"EXISTS (SELECT FROM networks n WHERE n.fan_id = f.fan_id AND n.network IN {listed(networks)})"),
            ([("fan_tags", one) for one in tags + [kin]],
             f"EXISTS (SELECT FROM tags g WHERE g.fan_id = f.fan_id AND g.tag IN {listed(tags + [kin])})"),
            ([("fan_source", source)], f"f.fan_source = '{source}'"),
            ([("fan_rating", rating)], f"f.rating = {rating}"),
            ([("fan_gender", gender)], f"f.gender = '{gender}'"),
            ([("fan_youngest_age", young), ("fan_oldest_age", old)],
             f"f.birth_date <= '{self.today}'::date - interval '{young} years'"
             f" AND f.birth_date > '{self.today}'::date - interval '{old + 1} years'"),
            ([("crm_start_active_date", self.day(first)), ("crm_end_active_date", self.day(last))],
             f"EXISTS (SELECT FROM active a WHERE a.fan_id = f.fan_id AND a.day BETWEEN '{self.day(first)}' AND '{self.day(last)}')"),
            ([("fan_radius_latitude", latitude), ("fan_radius_longitude", longitude), ("fan_radius_km", kilometres)],
             "2 * 6371.0088 * asin(least(1, sqrt(pow(sin(radians(f.latitude - %f) / 2), 2) + cos(radians(%f))"
             " * cos(radians(f.latitude)) * pow(sin(radians(f.longitude - %f) / 2), 2)))) <= %d"
             % (latitude, latitude, longitude, kilometres)
             + f" AND f.latitude BETWEEN {latitude - kilometres / 111.19} AND {latitude + kilometres / 111.19}"),
        ]
        all_of_them.append(chance.choice((
            ([("ticket_artist_name", artist), ("ticket_seat_price_min", price)],
             f"EXISTS (SELECT FROM tickets t WHERE t.fan_id = f.fan_id AND t.artist_name = '{artist}'"
             f" AND t.seats > 0 AND t.paid >= {price} * t.seats)"),
            ([("ticket_venue_name", venue), ("ticket_is_negative", "true")],
             f"NOT EXISTS (SELECT FROM tickets t WHERE t.fan_id = f.fan_id AND t.venue_name = '{venue}')"),
            ([("ticket_venue_provinces", one) for one in venues] + [("ticket_purchased_days", bought)],
             f"EXISTS (SELECT FROM tickets t WHERE t.fan_id = f.fan_id AND t.venue_province IN {listed(venues)}"
             f" AND t.bought BETWEEN '{self.today}'::date - {bought - 1} AND '{self.today}')"),
            ([("ticket_sales_count_min", 2), ("ticket_seat_count_max", 8)],
             "(SELECT count(*) >= 2 AND sum(t.seats) <= 8 FROM tickets t WHERE t.fan_id = f.fan_id)"))))
        wanted = chance.sample(all_of_them, chance.randrange(5, 9))
        return [pair for pairs, _ in wanted for pair in pairs], [sql for _, sql in wanted]
