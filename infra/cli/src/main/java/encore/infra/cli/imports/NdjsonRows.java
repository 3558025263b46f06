package encore.infra.cli.imports;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** The rows of a file with a JSON object in each line. Its columns are the names that occur, in the order in which they do. */
final class NdjsonRows implements FileRows {

    private static final String NO_OBJECT = "the line is not one JSON object";

    private final Utf8Text text;
    private final StringBuilder row = new StringBuilder();
    private final List<String> heads = new ArrayList<>();
    private final Map<String, Integer> places = new TreeMap<>();

    NdjsonRows(Utf8Text text) {
        this.text = text;
    }

    @Override
    public List<String> heads() {
        return List.copyOf(heads);
    }

    @Override
    public char separator() {
        return ',';
    }

    @Override
    public @Nullable FileRow next() {
        while (text.peek() != Utf8Text.END) {
            long line = text.line();
            boolean isTooLong = readLine();
            if (isTooLong) {
                return FileRow.faulty(line, ROW_TOO_LONG);
            }
            String json = ValueFormats.trim(row.toString());
            if (!json.isEmpty()) {
                return parsed(line, json);
            }
        }
        return null;
    }

    private boolean readLine() {
        row.setLength(0);
        boolean isTooLong = false;
        for (int letter = text.read(); letter != Utf8Text.END && letter != '\n'; letter = text.read()) {
            isTooLong |= row.length() >= MAX_ROW_BYTES;
            if (!isTooLong) {
                row.append((char) letter);
            }
        }
        return isTooLong;
    }

    private FileRow parsed(long line, String json) {
        String[] cells = new String[MAX_COLUMNS];
        Arrays.fill(cells, "");
        try (JsonParser parser = JsonMapper.shared().createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return FileRow.faulty(line, NO_OBJECT);
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                JsonToken token = parser.nextToken();
                if (token.isStructStart()) {
                    return FileRow.faulty(line, "'" + shortened(name) + "' is no single value");
                }
                // Numbers stay as they are written: an id may have more digits than a number of JSON readers.
                String value = token == JsonToken.VALUE_NULL ? "" : parser.getString();
                if (value.length() > MAX_FIELD_BYTES) {
                    return FileRow.faulty(line, FIELD_TOO_LONG);
                }
                int place = placeOf(name);
                if (place < 0) {
                    return FileRow.faulty(line, "the file has more than " + MAX_COLUMNS + " names of columns");
                }
                cells[place] = value;
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                return FileRow.faulty(line, NO_OBJECT);
            }
        } catch (JacksonException wrong) {
            return FileRow.faulty(line, NO_OBJECT);
        }
        return new FileRow(line, List.of(cells).subList(0, heads.size()), null);
    }

    private int placeOf(String name) {
        Integer place = places.get(name);
        if (place == null && heads.size() < MAX_COLUMNS) {
            place = heads.size();
            heads.add(name);
            places.put(name, place);
        }
        return place == null ? -1 : place;
    }

    private static String shortened(String name) {
        return name.length() <= 40 ? name : name.substring(0, 40) + "…";
    }

    @Override
    public void close() {
        text.close();
    }
}
