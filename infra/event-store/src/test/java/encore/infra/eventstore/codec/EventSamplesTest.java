package encore.infra.eventstore.codec;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Event;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Golden samples: {@code events/<type>.<revision>.json}, one for each event at each revision that was ever written, in
 * the clear. They are never changed and never removed. {@code ./encore docs} writes those that miss. A component that was
 * added later without a new revision has a sample of its own, {@code <type>.<revision>.<component>.json}.
 */
class EventSamplesTest {

    private static final Path SAMPLES = Path.of("src/test/resources/events");
    private static final EventCatalogue CATALOGUE = EventCatalogue.load();
    private final EventCodec codec = new EventCodec(CATALOGUE, new KeysInMemory());

    @ParameterizedTest
    @MethodSource("types")
    void every_event_has_a_sample_of_the_revision_that_is_written_now(String type) throws IOException {
        Class<? extends Event> record = CATALOGUE.find(type);
        Path sample = sample(type, CATALOGUE.of(record).revision());
        if (Boolean.getBoolean("encore.docs.write") && !Files.exists(sample)) {
            String json = EventJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(Example.of(record));
            Files.writeString(sample, json + "\n");
        }
        assertThat(sample).exists();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_sample_of_any_revision_reads_as_the_event_of_today(Path file) throws IOException {
        Event event = read(file).event();
        String[] name = name(file);
        assertThat(event).isInstanceOf(CATALOGUE.find(name[0]));
        if (CATALOGUE.of(event.getClass()).revision().equals(name[1])) {
            assertThat(EventJson.mapper().readTree(EventJson.mapper().writeValueAsBytes(event)))
                    .isEqualTo(EventJson.mapper().readTree(Files.readString(file)));
        }
    }

    @Test
    void an_award_of_revision_0_counts_as_points_of_unknown_source_and_knows_no_balance() throws IOException {
        PointsAwarded award =
                (PointsAwarded) read(sample("points_awarded", "0")).event();
        assertThat(award.pointType()).isEqualTo("points");
        assertThat(award.source()).isEqualTo("unknown");
        assertThat(award.balance()).isNull();
        assertThat(award.count()).isEqualTo(50);
    }

    @Test
    void components_that_a_later_build_added_are_skipped() throws IOException {
        String event =
                Files.readString(sample("points_awarded", "1")).replace("\"count\"", "\"later\":{\"a\":[1]},\"count\"");
        String metadata = EventJson.mapper().writeValueAsString(metadata()).replace("{", "{\"later\":\"x\",");
        assertThat(decoded("points_awarded", event, metadata)).isEqualTo(read(sample("points_awarded", "1")));
        String personal = Files.readString(sample("activity_recorded", "1"))
                .replace("\"deviceType\" :", "\"later\":1,\"deviceType\" :");
        assertThat(decoded("activity_recorded", personal, metadata)).isEqualTo(read(sample("activity_recorded", "1")));
    }

    @Test
    void nulls_are_not_written() {
        PointsAwarded full = Example.of(PointsAwarded.class);
        PointsAwarded bare = PointsEventPointsAwardedBuilder.builder()
                .ledger(full.ledger())
                .fanPointUid("u")
                .count(5)
                .pointType("points")
                .source("test")
                .build();
        NewEvent written = codec.encode(bare, "s", 0, new byte[16], 0, metadata());
        assertThat(new String(written.payload(), StandardCharsets.UTF_8))
                .isEqualTo("{\"ledger\":\"" + full.ledger()
                        + "\",\"fanPointUid\":\"u\",\"count\":5,\"pointType\":\"points\",\"source\":\"test\"}");
    }

    private RecordedEvent read(Path file) throws IOException {
        String[] name = name(file);
        return decoded(
                name[0], name[1], Files.readString(file), EventJson.mapper().writeValueAsString(metadata()));
    }

    private RecordedEvent decoded(String type, String event, String metadata) {
        return decoded(type, "1", event, metadata);
    }

    private RecordedEvent decoded(String type, String revision, String event, String metadata) {
        return codec.decode(new StoredEvent(
                1,
                new byte[16],
                0,
                0,
                "s",
                0,
                type,
                revision,
                metadata.getBytes(StandardCharsets.UTF_8),
                event.getBytes(StandardCharsets.UTF_8)));
    }

    private static EventMetadata metadata() {
        return EventMetadata.of(7, "key", "Test", "request");
    }

    private static String[] name(Path file) {
        return file.getFileName().toString().split("\\.");
    }

    private static Path sample(String type, String revision) {
        return SAMPLES.resolve(type + "." + revision + ".json");
    }

    static Stream<String> types() {
        return CATALOGUE.types().stream().sorted();
    }

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files.sorted().toList();
        }
    }
}
