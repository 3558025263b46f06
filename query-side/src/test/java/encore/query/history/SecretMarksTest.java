package encore.query.history;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.privacy.Secret;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each component of an event, or of a record in it, whose name sounds like a secret is marked as one, or was looked at. */
class SecretMarksTest {

    private static final Pattern SUSPICIOUS = Pattern.compile(
            "(?i)hash|secret|passw|token|code|challenge|answer|correct|recover|verif|seed|salt|otp|step$");

    /** Each was looked at: a code of a country, a number, a time, an id. */
    private static final Set<String> HARMLESS = Set.of(
            "ActivityDetails.correctCount",
            "CodeAccepted.verificationExpiresAt",
            "CodeFound.code",
            "CodeOpened.code",
            "IdentifierRemoved.isCode",
            "LoginSettings.codesPerDay",
            "LoginSettings.smsCodesPerDay",
            "OverlayPushed.isAnswerShown",
            "PrizeCodesAdded.codes",
            "Profile.countryCode",
            "Profile.postalCode",
            "Purchaser.countryCode",
            "QuestDetails.disableVendoraQrcodeEmail",
            "QuizQuestionAnswered.answerIdx",
            "RecordContent.hashtags",
            "Registrant.countryCode",
            "Registrant.postalCode",
            "RewardDetails.disableVendoraQrcodeEmail",
            "RewardIssued.codeIndex",
            "TicketBuyer.countryCode",
            "TicketBuyer.postalCode",
            "TicketDetails.priceCode",
            "TicketDetails.venueCountryCode",
            "TrackerClickRecorded.countryCode",
            "VenueDetails.countryCode",
            "VodItem.isCorrect");

    @Test
    void components_that_sound_like_secrets_are_marked() {
        Set<String> unmarked = new TreeSet<>();
        components()
                .filter(component ->
                        SUSPICIOUS.matcher(component.getName()).find() && !component.isAnnotationPresent(Secret.class))
                .forEach(component -> unmarked.add(name(component)));
        unmarked.removeAll(HARMLESS);
        assertThat(unmarked).isEmpty();
    }

    @Test
    void each_exception_is_needed_and_each_mark_is_seen() {
        assertThat(components()
                        .filter(component -> !component.isAnnotationPresent(Secret.class))
                        .map(SecretMarksTest::name))
                .containsAll(HARMLESS);
        assertThat(components().filter(component -> component.isAnnotationPresent(Secret.class)))
                .hasSizeGreaterThan(40);
    }

    private static String name(RecordComponent component) {
        return component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    }

    /** The components of all events and of all records that they hold. */
    private static Stream<RecordComponent> components() {
        List<Class<? extends Event>> events = MessageTypes.of(Event.class);
        Set<Class<?>> records = new HashSet<>();
        events.forEach(event -> collect(event, records));
        return records.stream().flatMap(record -> Arrays.stream(record.getRecordComponents()));
    }

    private static void collect(Type type, Set<Class<?>> records) {
        if (type instanceof ParameterizedType parameterized) {
            Arrays.stream(parameterized.getActualTypeArguments()).forEach(each -> collect(each, records));
        } else if (type instanceof Class<?> of && of.isSealed()) {
            Arrays.stream(of.getPermittedSubclasses()).forEach(each -> collect(each, records));
        } else if (type instanceof Class<?> of && of.isRecord() && records.add(of)) {
            Arrays.stream(of.getRecordComponents()).forEach(each -> collect(each.getGenericType(), records));
        }
    }
}
