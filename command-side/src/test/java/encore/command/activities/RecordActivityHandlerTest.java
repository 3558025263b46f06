package encore.command.activities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AggregateUnderTest.WrittenFacts;
import encore.command.lookups.FirstEntryClaims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityCommand.RecordActivity;
import encore.kernel.activities.ActivityCommand.RecordActivityByContacts;
import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignName;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RecordActivityHandlerTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final CampaignId QUIZ = new CampaignId(7, 9);
    private static final Profile CONTACTS = Profile.reachableBy("ann@fans.example", null);

    private final OpenStreams streams = new OpenStreams()
            .open(ANN)
            .begun(QUIZ, new CampaignCreated(QUIZ, AppType.TRIVIA, 5L, named(" Quiz of then")));
    private final HeldClaims claims = new HeldClaims().held(new Claim(CampaignName.SPACE, 7, "The Quiz"), QUIZ);
    private final WrittenFacts facts = new WrittenFacts();

    @Test
    void a_title_that_names_no_campaign_stays_a_text() {
        assertThat(record("a1", ANN, " At the door ")).isEqualTo(new RecordedActivity(42, null));
        assertThat(written("a1"))
                .isEqualTo(ActivityEventActivityRecordedBuilder.builder()
                        .activity(id("a1"))
                        .fan(ANN)
                        .properties(List.of())
                        .details(ActivityDetails.NONE)
                        .title("At the door")
                        .build());
    }

    @Test
    void a_title_that_names_a_campaign_stands_for_it_with_what_never_changes_of_it() {
        record("a1", ANN, " The Quiz ");
        assertThat(written("a1"))
                .isEqualTo(new ActivityRecorded(
                        id("a1"), ANN, "The Quiz", 9L, AppType.TRIVIA, 5L, List.of(), ActivityDetails.NONE, null));
    }

    @Test
    void another_accounts_campaign_is_none() {
        FanId theirs = new FanId(8, 42);
        streams.open(theirs);
        record("a1", theirs, "The Quiz");
        assertThat(written("a1").pageTabId()).isNull();
    }

    @Test
    void a_blank_title_is_none() {
        record("a1", ANN, "  ");
        assertThat(written("a1").title()).isNull();
    }

    @Test
    void properties_are_named_in_the_clear() {
        ObjectNode details =
                JsonMapper.shared().createObjectNode().put("colour", "blue").put("size", "L");
        new RecordActivityHandler()
                .decide(
                        new RecordActivity(id("a1"), ANN, "The Quiz", ActivityDetails.of(details), null),
                        streams,
                        claims,
                        facts);
        assertThat(written("a1").properties()).containsExactly("colour", "size");
        assertThat(written("a1").details().details()).isEqualTo(details);
    }

    @Test
    void the_first_of_a_fan_in_a_campaign_claims_that_and_the_later_ones_leave_it() {
        Claim first = FirstEntryClaims.claim(ANN, QUIZ.number());
        record("a1", ANN, "At the door");
        assertThat(claims.held).doesNotContainKey(first);
        record("a2", ANN, "The Quiz");
        record("a3", ANN, "The Quiz");
        assertThat(claims.held).containsEntry(first, "activity.7.a2");
        FanId bob = new FanId(7, 43);
        streams.open(bob);
        record("a4", bob, "The Quiz");
        assertThat(claims.held).containsEntry(FirstEntryClaims.claim(bob, QUIZ.number()), "activity.7.a4");
    }

    @Test
    void a_fan_that_is_not_there_is_unknown() {
        assertThatThrownBy(() -> record("a1", new FanId(7, 99), "The Quiz"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        assertThat(facts.written).isEmpty();
        assertThat(claims.held).hasSize(1);
    }

    @Test
    void an_entry_is_an_activity_of_its_campaign_with_the_data_of_the_app() {
        ObjectNode received = JsonMapper.shared().createObjectNode().put("level", 3);
        var details = new ActivityDetails(received, "phone", 1_500L, "10.0.0.1", "key", 50L, 3L, null);
        assertThat(enter("a1", ANN, QUIZ, false, details)).isEqualTo(new RecordedActivity(42, null));
        assertThat(written("a1"))
                .isEqualTo(new ActivityRecorded(
                        id("a1"), ANN, "Quiz of then", 9L, AppType.TRIVIA, 5L, List.of("level"), details, null));
        assertThat(claims.held).containsEntry(FirstEntryClaims.claim(ANN, QUIZ.number()), "activity.7.a1");
    }

    @Test
    void a_unique_entry_is_a_fans_first_activity_in_the_campaign() {
        enter("a1", ANN, QUIZ, true, ActivityDetails.NONE);
        assertThat(written("a1").pageTabId()).isEqualTo(9);
        refused(() -> enter("a2", ANN, QUIZ, true, ActivityDetails.NONE), Refusal.Kind.RULE, "is_unique_activity");
        enter("a3", ANN, QUIZ, false, ActivityDetails.NONE);
        FanId bob = new FanId(7, 43);
        streams.open(bob);
        record("a4", bob, "The Quiz");
        refused(() -> enter("a5", bob, QUIZ, true, ActivityDetails.NONE), Refusal.Kind.RULE, "is_unique_activity");
        assertThat(facts.written).containsOnlyKeys("activity.7.a1", "activity.7.a3", "activity.7.a4");
    }

    @Test
    void an_entry_of_no_fan_names_it_and_one_in_no_campaign_is_unknown() {
        refused(() -> enter("a1", new FanId(7, 99), QUIZ, false, ActivityDetails.NONE), Refusal.Kind.RULE, "fan_id");
        refused(() -> enter("a1", ANN, new CampaignId(7, 10), true, ActivityDetails.NONE), Refusal.Kind.UNKNOWN, null);
        assertThat(facts.written).isEmpty();
        assertThat(claims.held).hasSize(1);
    }

    private RecordedActivity enter(
            String uid, FanId fan, CampaignId campaign, boolean unique, ActivityDetails details) {
        return new RecordActivityHandler()
                .decide(new RecordEntry(id(uid), campaign, fan, unique, details, null), streams, claims, facts);
    }

    private static void refused(ThrowingCallable command, Refusal.Kind kind, @Nullable String field) {
        assertThatThrownBy(command).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(kind);
            assertThat(refusal.field()).isEqualTo(field);
        });
    }

    @Test
    void contacts_lead_to_a_fan_whose_activity_it_is() {
        assertThat(sentByContacts(Consent.EMPTY))
                .isEqualTo(List.of(
                        new FindOrRegisterFan(new FanId(7, 99), CONTACTS, Consent.EMPTY, null),
                        new RecordActivity(id("a1"), ANN, "The Quiz", ActivityDetails.NONE, null)));
    }

    @Test
    void an_activity_says_that_its_call_agreed_to_mail_or_messages() {
        assertThat(optsIn(true, null)).isTrue();
        assertThat(optsIn(false, true)).isTrue();
        assertThat(optsIn(false, null)).isNull();
        assertThat(optsIn(null, false)).isNull();
    }

    private @Nullable Boolean optsIn(@Nullable Boolean byMail, @Nullable Boolean byPhone) {
        List<Command<?>> sent = sentByContacts(ConsentBuilder.builder()
                .optedInBusinesses(List.of())
                .optedOutBusinesses(List.of())
                .isSubscribed(byMail)
                .isPhoneSubscribed(byPhone)
                .build());
        return ((RecordActivity) sent.getLast()).details().optsIn();
    }

    private List<Command<?>> sentByContacts(Consent consent) {
        List<Command<?>> sent = new ArrayList<>();
        RecordedActivity answer = new RecordActivityHandler()
                .decide(
                        new RecordActivityByContacts(id("a1"), new FanId(7, 99), CONTACTS, consent, "The Quiz", null),
                        claims,
                        streams,
                        facts,
                        new Dispatch() {
                            @Override
                            @SuppressWarnings("unchecked")
                            public <R> R sendLast(Command<R> command) {
                                sent.add(command);
                                return (R) new RecordedActivity(42, 1L);
                            }

                            @Override
                            @SuppressWarnings("unchecked")
                            public <R> R send(Command<R> command) {
                                sent.add(command);
                                return (R) new RegisteredFan(42);
                            }
                        });
        assertThat(answer).isEqualTo(new RecordedActivity(42, 1L));
        return sent;
    }

    private RecordedActivity record(String uid, FanId fan, @Nullable String title) {
        var command = new RecordActivity(new ActivityId(fan.account(), uid), fan, title, ActivityDetails.NONE, null);
        return new RecordActivityHandler().decide(command, streams, claims, facts);
    }

    private ActivityRecorded written(String uid) {
        return facts.written.values().stream()
                .map(ActivityRecorded.class::cast)
                .filter(event -> event.activity().uid().equals(uid))
                .findFirst()
                .orElseThrow();
    }

    private static CampaignDetails named(String name) {
        return CampaignDetailsBuilder.builder().name(name).build();
    }

    private static ActivityId id(String uid) {
        return new ActivityId(7, uid);
    }
}
