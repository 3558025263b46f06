package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.eventstore.EventTail;
import encore.infra.standalone.RunningEncore.Arrangement;
import encore.kernel.contacts.ContactEvent.CodeDeliveryEnded;
import encore.kernel.loginsettings.LoginSettingsEvent.CodesGranted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts the events of each public call that takes a contact. Their number must not tell who is known. */
@RunsOn(value = Arrangement.EMBEDDED, because = "the events of one log are counted")
class PublicCallsJourneyTest {

    /** The actor of an automation's command. */
    private static final Pattern AUTOMATION = Pattern.compile("When[A-Z]\\w*Then\\w+");

    private static final String SESSIONS = "/api/v1/sessions/";

    /** The state of a contact in an account before a stranger sends it. */
    private enum Kind {
        UNKNOWN,
        /** A customer's server gave it. */
        KNOWN,
        /** A public call registered its fan. */
        SIGNED_UP,
        /** A fan gave it to itself in a session. */
        PLANTED,
        ERASED
    }

    /** A public call. The form follows the contact, which is an email or a phone. */
    private record PublicCall(String path, Set<String> parameters, Object... form) {

        Api.Answer send(Api app, String parameter, String contact) {
            return app.post(
                    SESSIONS + path,
                    Stream.concat(Stream.of(parameter, contact), Stream.of(form))
                            .toArray());
        }

        @Override
        public String toString() {
            return path + " "
                    + Stream.of(form).limit(4).map(String::valueOf).collect(Collectors.joining(" ")) + " ("
                    + form.length
                    + ")";
        }
    }

    @Test
    void a_public_call_records_as_much_for_a_contact_of_any_kind(@TempDir Path data) {
        try (SentCodes sent = new SentCodes();
                RunningEncore encore = RunningEncore.on(data, sent.settings())) {
            Api server = encore.newAccount();
            server.post("/api/v1/crm/monitored_ip_addresses", "ip_address", "127.0.0.1", "is_blocked", false)
                    .mustBe(200);
            Api app = FanSessions.app(server);
            String planter = FanSessions.logIn(server, server.fan(SentCodes.email("planter")));
            EventTail log = encore.bean(EventTail.class);
            Map<String, Map<Kind, List<String>>> counted = new LinkedHashMap<>();
            for (PublicCall call : calls(server)) {
                for (String parameter : call.parameters()) {
                    // The first call makes the tag and the title, for a contact of any kind.
                    recorded(call, parameter, contact(parameter), app, log);
                    for (Kind kind : Kind.values()) {
                        String contact = contact(parameter);
                        prepare(kind, parameter, contact, server, app, planter);
                        counted.computeIfAbsent(call + " " + parameter, named -> new EnumMap<>(Kind.class))
                                .put(kind, recorded(call, parameter, contact, app, log));
                    }
                }
            }
            assertThat(counted).allSatisfy((call, events) -> {
                Set<Integer> sizes = events.values().stream().map(List::size).collect(Collectors.toSet());
                assertThat(sizes).as(call + " " + events).hasSize(1);
            });
            assertThat(counted).hasSizeGreaterThanOrEqualTo(15);
        }
    }

    private static List<PublicCall> calls(Api server) {
        long business = server.business("Doors");
        long campaign = server.campaign("Quiz", "trivia");
        server.made("/api/v1/idols", "idol_uid", "idol_name", "Ada");
        server.post("/api/v1/manage/fields", "crm_field_key", "size", "field_type", "number")
                .mustBe(200);
        Set<String> email = Set.of("email");
        Set<String> phone = Set.of("phone");
        Set<String> both = Set.of("email", "phone");
        return List.of(
                new PublicCall("connect", email, "network", "email", "business_id", business),
                new PublicCall("connect", phone, "network", "phone", "business_id", business),
                new PublicCall("connect", email, "network", "verify_email", "business_id", business),
                new PublicCall("connect", phone, "network", "verify_sms", "business_id", business),
                new PublicCall(
                        "connect",
                        both,
                        "network",
                        "register",
                        "business_id",
                        business,
                        "first_name",
                        "A",
                        "city",
                        "Bonn",
                        "country_code",
                        "DE"),
                new PublicCall("connect", both, "network", "password", "business_id", business, "password", "not this"),
                new PublicCall(
                        "connect", email, "network", "email", "business_id", business, "password", "not this either"),
                new PublicCall("signup", both),
                new PublicCall("signup", both, "first_name", "Ann", "last_name", "Lark", "business_id", business),
                new PublicCall(
                        "signup",
                        both,
                        "field_size",
                        5,
                        "tag_name",
                        "late",
                        "idol_name",
                        "Ada",
                        "page_tab_id",
                        campaign),
                new PublicCall("signup", both, "tag_name", "late", "campaign_name", "Some title"),
                new PublicCall("wifi_fans", email, "network", "email"),
                new PublicCall("wifi_fans", email, "network", "email", "first_name", "Ann", "activity_name", "Gate"));
    }

    private static void prepare(Kind kind, String parameter, String contact, Api server, Api app, String planter) {
        switch (kind) {
            case UNKNOWN -> {}
            case KNOWN ->
                server.post("/api/v1/crm/fans", parameter, contact, "first_name", "Eve")
                        .mustBe(200);
            case SIGNED_UP ->
                app.post(SESSIONS + "signup", parameter, contact, "tag_name", "late", "idol_name", "Ada")
                        .mustBe(200);
            case PLANTED ->
                app.post(SESSIONS + planter + "/fan", parameter, contact).mustBe(200);
            case ERASED -> {
                String fan = server.made("/api/v1/crm/fans", "fan_id", parameter, contact);
                server.delete("/api/v1/crm/fans/" + fan).mustBe(200);
            }
        }
    }

    private static String contact(String parameter) {
        return parameter.equals("email") ? SentCodes.email("anna") : SentCodes.phone();
    }

    /**
     * Sends a call and returns the names of the events that it caused, as soon as the delivery of each code has ended.
     * Automations still record what came before, so only their deliveries count. Codes of a day are granted for many
     * calls at a time, so grants do not count either.
     */
    private static List<String> recorded(PublicCall call, String parameter, String contact, Api app, EventTail log) {
        long before = log.head();
        assertThat(call.send(app, parameter, contact).status())
                .as(call.toString())
                .isIn(200, 401);
        List<String> names = new ArrayList<>();
        await().untilAsserted(() -> {
            names.clear();
            log.read(before, 1_000).stream()
                    .filter(recorded ->
                            !AUTOMATION.matcher(recorded.origin().actor()).matches()
                                    || recorded.event() instanceof CodeDeliveryEnded)
                    .filter(recorded -> !(recorded.event() instanceof CodesGranted))
                    .forEach(recorded -> names.add(recorded.event().getClass().getSimpleName()));
            assertThat(Collections.frequency(names, "CodeDeliveryEnded"))
                    .as(names.toString())
                    .isEqualTo(Collections.frequency(names, "CodeRequested"));
        });
        return List.copyOf(names);
    }
}
