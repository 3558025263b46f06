package encore.query.adstats;

import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.AdDay;
import encore.query.chunks.PackedNumbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The days of one ad campaign in one year. A year of a large account has a million days of campaigns, which are read
 * together, so they are packed.
 *
 * @param accountYear the account and the year, {@code <account>/<year>}
 * @param names the names of the campaign, each once, in the order of the days
 * @param rows for each day, in order: the day of the year as its distance from the day before, the place of its name
 *     plus one, the columns that it has as bits, and their values; all as variable-length numbers
 */
record AdYear(
        String accountYear, String network, String adAccountKey, String campaignKey, List<String> names, byte[] rows) {

    /** Takes each day in order. */
    interface DayVisitor {

        /**
         * @param columns the columns that the day has, as bits
         * @param values their values; those of other columns mean nothing
         */
        void day(int dayOfYear, @Nullable String name, long columns, long[] values);
    }

    private static final AdColumn[] COLUMNS = AdColumn.values();

    private record Day(@Nullable String name, long columns, long[] values) {}

    static AdYear empty(String accountYear, AdCampaignKey key) {
        return new AdYear(accountYear, key.network(), key.adAccountKey(), key.campaignKey(), List.of(), new byte[0]);
    }

    /** Returns the year with these days, which replace the earlier ones. */
    AdYear with(List<AdDay> reported) {
        SortedMap<Integer, Day> days = new TreeMap<>();
        forEach((day, name, columns, values) -> days.put(day, new Day(name, columns, values.clone())));
        for (AdDay day : reported) {
            days.put(day.statDate().getDayOfYear(), packed(day));
        }
        return withDays(days);
    }

    private static Day packed(AdDay day) {
        long columns = 0;
        long[] values = new long[COLUMNS.length];
        for (AdColumn column : COLUMNS) {
            Long value = column.of(day);
            if (value != null) {
                columns |= 1L << column.ordinal();
                values[column.ordinal()] = value;
            }
        }
        return new Day(day.campaignName(), columns, values);
    }

    private AdYear withDays(SortedMap<Integer, Day> days) {
        Map<String, Integer> places = new LinkedHashMap<>();
        PackedNumbers numbers = new PackedNumbers();
        int before = 0;
        for (Map.Entry<Integer, Day> entry : days.entrySet()) {
            Day day = entry.getValue();
            numbers.add(entry.getKey() - before);
            before = entry.getKey();
            numbers.add(day.name() == null ? 0 : places.computeIfAbsent(day.name(), name -> places.size() + 1));
            numbers.add(day.columns());
            for (int column = 0; column < COLUMNS.length; column++) {
                if ((day.columns() & 1L << column) != 0) {
                    numbers.add(day.values()[column]);
                }
            }
        }
        return new AdYear(
                accountYear,
                network,
                adAccountKey,
                campaignKey,
                new ArrayList<>(places.keySet()),
                numbers.appendTo(new byte[0]));
    }

    void forEach(DayVisitor visitor) {
        var cursor = new PackedNumbers.Cursor(rows);
        long[] values = new long[COLUMNS.length];
        int day = 0;
        while (cursor.hasMore()) {
            day += (int) cursor.next();
            int place = (int) cursor.next();
            long columns = cursor.next();
            for (int column = 0; column < COLUMNS.length; column++) {
                if ((columns & 1L << column) != 0) {
                    values[column] = cursor.next();
                }
            }
            visitor.day(day, place == 0 ? null : names.get(place - 1), columns, values);
        }
    }
}
