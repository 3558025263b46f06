package encore.infra.standalone.walk;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values that steps of a round have kept, and those that each round has from its start. */
final class Variables {

    private static final Pattern NAME = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Pattern IN_PATH = Pattern.compile("(?<!\\{)\\{(\\w+)}(?!})");

    private final Map<String, String> values = new HashMap<>();

    /**
     * @param run a text of letters that no other round on the server has
     * @param account the account of the pair
     */
    Variables(String run, long account) {
        int number = Math.floorMod(run.hashCode(), 10_000);
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        values.put("run", run);
        values.put("account_id", String.valueOf(account));
        values.put("digits", "%04d".formatted(number));
        values.put("digits3", "%03d".formatted(number % 1_000));
        values.put("octet", String.valueOf(1 + number % 250));
        values.put("today", today.toString());
        values.put("yesterday", today.minusDays(1).toString());
        values.put("tomorrow", today.plusDays(1).toString());
        values.put("today_us", today.format(DateTimeFormatter.ofPattern("MM/dd/yy")));
        values.put("minutes_ago", Instant.now().minusSeconds(1_800).toString());
    }

    void put(String name, String value) {
        values.put(name, value);
    }

    boolean knows(String name) {
        return values.containsKey(name);
    }

    /** Returns a text with the values of its variables. */
    String fill(String text) {
        return filled(NAME, text);
    }

    /** Returns a path with the values of the names in it. */
    String fillPath(String path) {
        return fill(filled(IN_PATH, path));
    }

    private String filled(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll(found -> {
            String value = values.get(found.group(1));
            if (value == null) {
                throw new IllegalStateException("Nothing has kept " + found.group(1) + ", which is in " + text);
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
