package encore.api.places;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.maxmind.db.Reader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeoDatabaseTest {

    private static final InetAddress HALIFAX = InetAddress.ofLiteral("142.68.1.2");

    @TempDir
    private Path directory;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void a_database_has_every_field() throws IOException {
        GeoDatabase database = opened("Halifax");
        assertThat(database.find(HALIFAX))
                .isEqualTo(new GeoPlace("CA", "NS", "807", "Halifax", 44.65, -63.57, "Canada", "B3H"));
        assertThat(database.find(InetAddress.ofLiteral("10.0.0.1"))).isEqualTo(GeoPlace.UNKNOWN);
        assertThat(database.find(null)).isEqualTo(GeoPlace.UNKNOWN);
        database.destroy();
    }

    @Test
    void a_replaced_file_is_read_and_a_broken_one_leaves_the_old() throws IOException {
        GeoDatabase database = opened("Halifax");
        write(mmdb("Dartmouth-upon-the-water"));
        database.reload();
        assertThat(database.find(HALIFAX).city()).isEqualTo("Dartmouth-upon-the-water");
        write("no database".getBytes(StandardCharsets.UTF_8));
        database.reload();
        assertThat(database.find(HALIFAX).city()).isEqualTo("Dartmouth-upon-the-water");
        Files.delete(file());
        database.reload();
        assertThat(database.find(HALIFAX).city()).isEqualTo("Dartmouth-upon-the-water");
        database.destroy();
    }

    @Test
    void a_broken_file_at_the_start_is_named() throws IOException {
        write("no database".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> new GeoDatabase(new GeoipSettings(file()), meters))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ENCORE_GEOIP_FILE");
    }

    @Test
    void a_file_that_is_broken_inside_or_has_no_places_leaves_the_old() throws IOException {
        GeoDatabase database = opened("Halifax");
        int i = 0;
        for (byte[] broken : List.of(
                mmdb("GeoIP2-City", "a text"),
                mmdb("GeoIP2-City", nested(100_000)),
                withWrongMapSize(),
                mmdb("GeoLite2-ASN", Map.of("autonomous_system_number", 1)))) {
            Files.write(file(), broken);
            Files.setLastModifiedTime(file(), FileTime.fromMillis(5_000 * ++i));
            database.reload();
            assertThat(database.find(HALIFAX).city()).as("file %s", i).isEqualTo("Halifax");
            assertThatThrownBy(() -> new GeoDatabase(new GeoipSettings(file()), meters))
                    .as("file %s", i)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ENCORE_GEOIP_FILE");
        }
        assertThat(meters.counter("encore.geoip.failed.lookups").count()).isZero();
        database.destroy();
    }

    /** No trial sees all networks of a large file. */
    @Test
    void a_look_up_that_fails_has_no_place_and_is_counted() throws IOException {
        GeoDatabase database = opened("Halifax");
        int i = 0;
        for (byte[] broken : List.of(mmdb("GeoIP2-City", "a text"), mmdb("GeoIP2-City", nested(100_000)))) {
            database.use(new MmdbFile(FileTime.fromMillis(1), 1, new Reader(new ByteArrayInputStream(broken))));
            assertThat(database.find(HALIFAX)).isEqualTo(GeoPlace.UNKNOWN);
            assertThat(meters.counter("encore.geoip.failed.lookups").count()).isEqualTo(++i);
        }
        database.destroy();
    }

    private static Object nested(int depth) {
        return new Nested(depth);
    }

    /** Lists within lists. */
    private record Nested(int depth) {}

    /** Its row says that it has more entries than the file. */
    private static byte[] withWrongMapSize() throws IOException {
        byte[] bytes = mmdb("Halifax");
        // The tree has six bytes, and sixteen zeros follow. The row begins with the number of its entries.
        bytes[6 + 16] = (byte) (7 << 5 | 28);
        return bytes;
    }

    private GeoDatabase opened(String city) throws IOException {
        write(mmdb(city));
        return new GeoDatabase(new GeoipSettings(file()), meters);
    }

    private Path file() {
        return directory.resolve("places.mmdb");
    }

    private void write(byte[] bytes) throws IOException {
        Files.write(file(), bytes);
        Files.setLastModifiedTime(file(), FileTime.fromMillis(1_000_000L * bytes.length));
    }

    /** A database whose every address is in one city: both records of its only node lead to the same row. */
    private static byte[] mmdb(String city) throws IOException {
        return mmdb("GeoIP2-City", row(city));
    }

    private static Map<String, Object> row(String city) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("country", Map.of("iso_code", "CA", "names", Map.of("en", "Canada")));
        row.put("subdivisions", List.of(Map.of("iso_code", "NS")));
        row.put("city", Map.of("names", Map.of("en", city)));
        Map<String, Object> location = new LinkedHashMap<>();
        location.put("latitude", 44.65);
        location.put("longitude", -63.57);
        location.put("metro_code", 807);
        row.put("location", location);
        row.put("postal", Map.of("code", "B3H"));
        return row;
    }

    private static byte[] mmdb(String type, Object row) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int record = 1 + 16;
        for (int i = 0; i < 2; i++) {
            out.write(new byte[] {0, 0, (byte) record});
        }
        out.write(new byte[16]);
        put(out, row);
        out.write(new byte[] {(byte) 0xAB, (byte) 0xCD, (byte) 0xEF});
        out.write("MaxMind.com".getBytes(StandardCharsets.US_ASCII));
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("node_count", 1);
        about.put("record_size", 24);
        about.put("ip_version", 4);
        about.put("database_type", type);
        about.put("languages", List.of("en"));
        about.put("binary_format_major_version", 2);
        about.put("binary_format_minor_version", 0);
        about.put("build_epoch", 1);
        about.put("description", Map.of("en", "test"));
        put(out, about);
        return out.toByteArray();
    }

    private static void put(ByteArrayOutputStream out, Object value) throws IOException {
        switch (value) {
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                out.write(2 << 5 | bytes.length);
                out.write(bytes);
            }
            case Double number -> {
                out.write(3 << 5 | 8);
                out.write(java.nio.ByteBuffer.allocate(8).putDouble(number).array());
            }
            case Integer number -> {
                out.write(6 << 5 | 4);
                out.write(java.nio.ByteBuffer.allocate(4).putInt(number).array());
            }
            case Nested nested -> {
                for (int i = 0; i < nested.depth(); i++) {
                    out.write(1);
                    out.write(11 - 7);
                }
                put(out, "end");
            }
            case List<?> list -> {
                out.write(list.size());
                out.write(11 - 7);
                for (Object each : list) {
                    put(out, each);
                }
            }
            case Map<?, ?> map -> {
                out.write(7 << 5 | map.size());
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    put(out, entry.getKey());
                    put(out, entry.getValue());
                }
            }
            default -> throw new IllegalArgumentException(value.toString());
        }
    }
}
