package encore.infra.eventstore.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PersonalDataTest {

    record Address(
            @PersonalData @Nullable String street,
            @NotPersonal("a country") String country) {}

    @Revision("1")
    record Met(
            FanId fan,
            @PersonalData @Nullable String name,
            @PersonalData @Nullable BigDecimal height,
            @PersonalData @Nullable JsonNode props,
            @Nullable Address home,
            List<Address> others,
            @NotPersonal("keys of a test") Map<String, Address> named,
            @NotPersonal("a call") String source)
            implements Event {
        @Override
        public StreamId subject() {
            return fan;
        }
    }

    @Revision("1")
    record Renamed(FanId fan, @PersonalData @Nullable String name) implements Event {}

    @Revision("1")
    record Heard(FanId fan, String words) implements Event {}

    @Revision("1")
    record HeardInLists(FanId fan, List<List<String>> words) implements Event {}

    @Revision("1")
    record HeardByName(FanId fan, Map<String, Long> times) implements Event {}

    record Sentence(long at, @Nullable JsonNode words) {}

    @Revision("1")
    record HeardWithin(
            FanId fan,
            @NotPersonal("not for what is inside") List<Sentence> sentences) implements Event {}

    @Revision("1")
    record HeardBoth(
            FanId fan,
            @NotPersonal("words") @PersonalData @Nullable String words) implements Event {}

    @Revision("1")
    record PublishedByName(
            FanId fan,
            @PublishedValue @PersonalData @Nullable String name) implements Event {}

    record Whisper(@PublishedValue @PersonalData @Nullable String words) {}

    @Revision("1")
    record PublishedWithin(FanId fan, @Nullable Whisper heard) implements Event {}

    private static final FanId FAN = new FanId(7, 42);
    private static final byte[] COMMIT = new byte[16];
    private static final EventMetadata METADATA = EventMetadata.of(7, "key", "Test", "request");
    private static final Met MET = new Met(
            FAN,
            "Ada",
            new BigDecimal("1.70"),
            EventJson.mapper().readTree("{\"/e~mail\":[1,\"x@example.com\"]}"),
            new Address("Elm Street", "GB"),
            List.of(new Address(null, "US"), new Address("Oak/Street", "FR")),
            Map.of("a/b", new Address("Ash Street", "DE")),
            "web");

    private static final Met FORGOTTEN = new Met(
            FAN,
            null,
            null,
            null,
            new Address(null, "GB"),
            List.of(new Address(null, "US"), new Address(null, "FR")),
            Map.of("a/b", new Address(null, "DE")),
            "web");

    private final KeysInMemory keys = new KeysInMemory();
    private final EventCodec codec = codec(Met.class, Renamed.class);

    @Test
    void personal_values_of_any_kind_and_depth_come_back_and_are_not_to_be_seen_in_the_log() {
        keys.create(FAN.toString());
        StoredEvent stored = stored(codec.encode(MET, "fan.7.42", 0, COMMIT, 3, METADATA));
        assertThat(new String(stored.payload(), StandardCharsets.UTF_8))
                // Each has a character that the text of encrypted bytes never has, so it is not there by chance.
                .doesNotContain("Ada\"", "1.70", "@example", "Elm Street", "Oak/Street\"", "Ash Street")
                .contains("GB", "US", "FR", "DE", "web");
        assertThat(codec.decode(stored).event()).isEqualTo(MET);
    }

    @Test
    void without_the_key_personal_values_are_null_and_the_rest_stays() {
        keys.create(FAN.toString());
        StoredEvent stored = stored(codec.encode(MET, "fan.7.42", 0, COMMIT, 3, METADATA));
        keys.destroy(FAN.toString());
        assertThat(codec.decode(stored).event()).isEqualTo(FORGOTTEN);
    }

    @Test
    void for_whom_they_are_nothing_personal_values_are_null_though_there_is_a_key() {
        keys.create(FAN.toString());
        StoredEvent stored = stored(codec.encode(MET, "fan.7.42", 0, COMMIT, 3, METADATA));
        assertThat(codec.decodeOrMark(stored, false).event()).isEqualTo(FORGOTTEN);
        assertThat(codec.decodeOrMark(stored, true).event()).isEqualTo(MET);
    }

    @Test
    void the_keys_of_a_page_are_one_question_whether_they_are_there_or_not() {
        keys.create(FAN.toString());
        StoredEvent stored = stored(codec.encode(MET, "fan.7.42", 0, COMMIT, 3, METADATA));
        keys.questions.clear();
        List<StoredEvent> page = Collections.nCopies(5, stored);
        assertThat(codec.decodeOrMark(page, Set.of()))
                .allSatisfy(one -> assertThat(one.event()).isEqualTo(MET));
        keys.destroy(FAN.toString());
        assertThat(codec.decodeOrMark(page, Set.of()))
                .allSatisfy(one -> assertThat(one.event()).isEqualTo(FORGOTTEN));
        assertThat(keys.questions).containsExactly(Set.of(FAN.toString()), Set.of(FAN.toString()));
        codec.decodeOrMark(page, Set.of(stored.type()));
        assertThat(keys.questions)
                .as("who looks at nothing personal asks for nothing")
                .hasSize(2);
    }

    @Test
    void a_personal_value_cannot_be_moved_to_another_event() {
        keys.create(FAN.toString());
        NewEvent written = codec.encode(MET, "fan.7.42", 0, COMMIT, 3, METADATA);
        StoredEvent moved =
                new StoredEvent(1, COMMIT, 4, 0, "fan.7.42", 0, "met", "1", written.metadata(), written.payload());
        assertThatThrownBy(() -> codec.decode(moved)).hasMessageContaining("does not belong");
    }

    @Test
    void a_personal_value_cannot_be_moved_to_another_field() {
        keys.create(FAN.toString());
        NewEvent written = codec.encode(MET, "fan.7.42", 0, COMMIT, 3, METADATA);
        String metadata = new String(written.metadata(), StandardCharsets.UTF_8).replace("\"/name\"", "\"/source\"");
        String payload = new String(written.payload(), StandardCharsets.UTF_8)
                .replace("\"source\":\"web\"", "\"source\":\"\"")
                .replaceFirst("\"name\":(\"[^\"]+\"),(.*)\"source\":\"\"", "$2\"source\":$1");
        StoredEvent moved = new StoredEvent(
                1,
                COMMIT,
                3,
                0,
                "fan.7.42",
                0,
                "met",
                "1",
                metadata.getBytes(StandardCharsets.UTF_8),
                payload.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> codec.decode(moved)).hasMessageContaining("does not belong");
    }

    @Test
    void nothing_personal_is_written_without_a_key() {
        assertThatThrownBy(() -> codec.encode(MET, "fan.7.42", 0, COMMIT, 0, METADATA))
                .isInstanceOf(AppendFailure.SubjectKeyDestroyed.class)
                .hasMessageContaining("was destroyed");
    }

    @Test
    void an_event_with_personal_data_must_name_its_subject() {
        assertThatThrownBy(() -> codec.encode(new Renamed(FAN, "Ada"), "fan.7.42", 0, COMMIT, 0, METADATA))
                .hasMessageContaining("names no subject");
    }

    @ParameterizedTest
    @ValueSource(classes = {Heard.class, HeardInLists.class, HeardByName.class, HeardWithin.class, HeardBoth.class})
    void text_that_is_not_declared_as_either_is_refused_before_anything_is_written(Class<? extends Event> event) {
        assertThatThrownBy(() -> codec(event)).hasMessageContaining("either @PersonalData or @NotPersonal");
    }

    @ParameterizedTest
    @ValueSource(classes = {PublishedByName.class, PublishedWithin.class})
    void personal_data_that_would_be_published_is_refused_at_start(Class<? extends Event> event) {
        assertThatThrownBy(() -> codec(event)).hasMessageContaining("is @PersonalData and cannot be @PublishedValue");
    }

    @Test
    void every_event_of_the_kernel_that_holds_personal_data_names_its_subject() {
        EventCodec kernel = new EventCodec(EventCatalogue.load(), keys);
        for (Class<? extends Event> event : MessageTypes.of(Event.class)) {
            if (kernel.isPersonal(event)) {
                assertThat(Example.of(event).subject()).as(event.getName()).isNotNull();
            }
        }
    }

    @Test
    void text_that_looks_encrypted_is_only_text() {
        keys.create(FAN.toString());
        Met odd = new Met(
                FAN,
                "{\"personal\":1}",
                null,
                EventJson.mapper().readTree("\"AAAA\""),
                null,
                List.of(),
                Map.of(),
                "AAAA");
        assertThat(codec.decode(stored(codec.encode(odd, "fan.7.42", 0, COMMIT, 3, METADATA)))
                        .event())
                .isEqualTo(odd);
    }

    @Test
    void a_value_that_was_personal_once_is_decrypted_although_it_is_not_today() {
        byte[] key = keys.create(FAN.toString());
        NewEvent written = codec.encode(MET, "fan.7.42", 0, COMMIT, 3, METADATA);
        byte[] source = PersonalCipher.encrypt(
                PersonalCipher.of(key), "\"web\"".getBytes(StandardCharsets.UTF_8), COMMIT, 3, "/source");
        StoredEvent once = new StoredEvent(
                1,
                COMMIT,
                3,
                0,
                written.stream(),
                0,
                written.type(),
                written.revision(),
                replaced(written.metadata(), "\"/name\"", "\"/name\",\"/source\""),
                replaced(written.payload(), "\"web\"", "\"" + new String(source, StandardCharsets.UTF_8) + "\""));
        assertThat(codec.decode(once).event()).isEqualTo(MET);
    }

    @Test
    void nothing_reads_the_same_beside_what_is_encrypted_as_it_does_alone() {
        keys.create(FAN.toString());
        JsonNode nothing = EventJson.mapper().nullNode();
        Met unnamed = new Met(FAN, null, null, nothing, null, List.of(), Map.of(), "web");
        Met named = new Met(FAN, "Ada", null, nothing, null, List.of(), Map.of(), "web");
        for (Met met : List.of(unnamed, named)) {
            assertThat(codec.decode(stored(codec.encode(met, "fan.7.42", 0, COMMIT, 3, METADATA)))
                            .event())
                    .isEqualTo(met);
        }
    }

    private static byte[] replaced(byte[] json, String what, String by) {
        return new String(json, StandardCharsets.UTF_8).replace(what, by).getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Ada", "\"", "\\", "a\nb", "\u007f", "J\u00f6rg", "\ud83c\udfbb", "{\"a\":1}"})
    void any_text_comes_back_as_it_was(String name) {
        keys.create(FAN.toString());
        Met said = new Met(FAN, name, null, null, null, List.of(), Map.of(), name);
        assertThat(codec.decode(stored(codec.encode(said, "fan.7.42", 0, COMMIT, 3, METADATA)))
                        .event())
                .isEqualTo(said);
    }

    @SafeVarargs
    private EventCodec codec(Class<? extends Event>... events) {
        return new EventCodec(EventCatalogue.of(List.of(events)), keys);
    }

    private static StoredEvent stored(NewEvent event) {
        return new StoredEvent(
                1,
                COMMIT,
                3,
                0,
                event.stream(),
                event.sequence(),
                event.type(),
                event.revision(),
                event.metadata(),
                event.payload());
    }
}
