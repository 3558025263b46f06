package encore.query.history;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventJson;
import encore.kernel.Event;
import encore.kernel.history.FieldChange.Withheld;
import encore.query.history.EventFields.SetField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The samples of all events are walked: their texts are the names of their components. */
class EventFieldsTest {

    private static final Path SAMPLES = Path.of("../infra/event-store/src/test/resources/events");

    /** Names of secrets; it proves the marks once more, on the samples. */
    private static final Pattern SUSPICIOUS =
            Pattern.compile("(?i)hash|secret|passw|token|code|challenge|answer|correct|recover|verif|seed|salt|otp");

    /** Each was looked at: none tells a secret. */
    private static final Set<String> HARMLESS = Set.of(
            "country_code",
            "venue_country_code",
            "codes_per_day",
            "sms_codes_per_day",
            "code_index",
            "postal_code",
            "price_code",
            "is_code",
            "is_answer_shown",
            "is_correct",
            "verification_expires_at",
            "answer_idx",
            "correct_count",
            "disable_vendora_qrcode_email",
            "hashtags");

    private final EventCatalogue catalogue = EventCatalogue.load();

    @Test
    void no_history_of_any_event_has_a_secret() {
        Set<String> told = new TreeSet<>();
        samples()
                .forEach(sample -> EventFields.of(event(sample), Set.of(), true).stream()
                        .filter(field -> field.value() != null)
                        .forEach(field -> {
                            addSuspicious(field.name(), told);
                            addNames(Objects.requireNonNull(field.value()), told);
                        }));
        told.removeAll(HARMLESS);
        assertThat(told).isEmpty();
    }

    /** The walk proves nothing if it finds nothing. */
    @Test
    void secrets_are_named_and_withheld() {
        assertThat(fields("fan_password_set"))
                .containsExactly(new SetField("password_hash", null, Withheld.SECRET, true));
        assertThat(fields("quiz_question_added"))
                .anySatisfy(field ->
                        assertThat(field).isEqualTo(new SetField("right_answers", null, Withheld.SECRET, true)));
        assertThat(fields("person_codes_set"))
                .filteredOn(field -> field.withheld() == Withheld.SECRET)
                .extracting(SetField::name)
                .containsExactlyInAnyOrder("step", "recovery_hashes");
    }

    @Test
    void every_other_component_is_shown() {
        assertThat(samples().map(EventFieldsTest::type))
                .filteredOn(type -> !fields(type).isEmpty())
                .hasSizeGreaterThan(180);
        assertThat(fields("venue_changed"))
                .extracting(SetField::name)
                .contains("venue_name", "city", "timezone")
                .doesNotContain("venue", "changes");
    }

    @Test
    void no_personal_value_is_told_to_who_sees_no_contacts() {
        Event registered = event(SAMPLES.resolve("fan_profile_changed.1.json"));
        Set<String> encrypted = Set.of("/changes/email", "/changes/firstName", "/changes/phone");
        List<SetField> fields = EventFields.of(registered, encrypted, false);
        assertThat(fields)
                .filteredOn(field -> field.withheld() == Withheld.CONTACT)
                .extracting(SetField::name)
                .contains("email", "first_name", "phone");
        assertThat(fields).filteredOn(field -> field.name().equals("email")).allMatch(field -> field.value() == null);
    }

    private List<SetField> fields(String type) {
        return EventFields.of(event(SAMPLES.resolve(type + ".1.json")), Set.of(), true);
    }

    private static Stream<Path> samples() {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".1.json")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(Path sample) {
        return sample.getFileName().toString().replace(".1.json", "");
    }

    private Event event(Path sample) {
        try {
            return EventJson.mapper()
                    .readValue(Files.readString(sample), Objects.requireNonNull(catalogue.find(type(sample))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void addNames(JsonNode value, Set<String> told) {
        value.propertyNames().forEach(name -> addSuspicious(name, told));
        value.forEach(each -> addNames(each, told));
        if (value.isString()) {
            // A sample's text is the name of its component.
            addSuspicious(value.stringValue().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_"), told);
        }
    }

    private static void addSuspicious(String name, Set<String> told) {
        if (SUSPICIOUS.matcher(name).find()) {
            told.add(name.toLowerCase(java.util.Locale.ROOT));
        }
    }
}
