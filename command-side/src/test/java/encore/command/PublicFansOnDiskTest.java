package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.CommandResult;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.fans.proofs.AddedContact;
import encore.kernel.fans.proofs.AddedContact.Outcome;
import encore.kernel.fans.proofs.OwnDetails;
import encore.kernel.fans.proofs.ProofCommand;
import encore.kernel.fans.proofs.ProofCommand.AddProvenContact;
import encore.kernel.fans.proofs.ProofCommand.ChangeOwnFan;
import encore.kernel.fans.proofs.ProofCommand.ProveContact;
import encore.kernel.fans.proofs.ProofCommand.ReadProvenContact;
import encore.kernel.fans.proofs.ProofCommand.RegisterProvenFan;
import encore.kernel.fans.proofs.ProofCommand.RegisterUnprovenFan;
import encore.kernel.fans.proofs.ProvenFan;
import encore.kernel.fans.proofs.PublicCallEvent.PublicCallCovered;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolsCommand.FindOrAddIdol;
import encore.kernel.likings.LikingCommand.AddFanIdols;
import encore.kernel.likings.LikingCommand.RegisterFanWithIdols;
import encore.kernel.likings.LikingsId;
import encore.kernel.likings.NamedIdol;
import encore.kernel.publicnames.PublicTitleId;
import encore.kernel.signups.SignupCommand.Entry;
import encore.kernel.signups.SignupCommand.SignUp;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagEvent.TagMade;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attacks and races of callers that hold the public key alone, against a log on disk. */
class PublicFansOnDiskTest {

    private static final String VICTIM = "victim@x.example";
    private static final String PHONE = "+12025550101";
    private static final ContactValue VICTIMS_EMAIL = ContactValue.email(VICTIM);
    private static final ContactValue THE_PHONE = ContactValue.phone(PHONE);

    @RegisterExtension
    static final SharedCommandSide SHARED = new SharedCommandSide();

    private CommandSideOnDisk side;
    private long minted = 100;

    @BeforeEach
    void take() {
        side = SHARED.side();
    }

    @Test
    void a_thousand_registers_of_one_new_email_make_one_fan() {
        List<Command<?>> registers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            registers.add(unproven(VICTIM, null));
        }
        together(registers);
        assertThat(registered()).hasSize(1);
    }

    @Test
    void a_thousand_registers_with_a_proof_and_signups_of_one_new_email_make_one_fan() {
        List<Command<?>> calls = new ArrayList<>();
        for (int i = 0; i < 333; i++) {
            calls.add(proven(VICTIMS_EMAIL, null));
            calls.add(unproven(VICTIM, null));
            calls.add(signUp(VICTIM, null, null));
        }
        together(calls);
        assertThat(registered()).hasSize(1);
        assertThat(prove(VICTIMS_EMAIL)).isEqualTo(registered().getFirst().fan().number());
    }

    @Test
    void five_hundred_unique_signups_make_one_activity() {
        CampaignId show = campaign("Show", null, null);
        List<Command<?>> signups = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            signups.add(signUp(VICTIM, null, new Entry(activity(), show.number(), null, "campaign_name", true, NONE)));
        }
        List<Object> answers = together(signups);
        assertThat(answers)
                .filteredOn(answer -> ((RecordedActivity) answer).activityId() != null)
                .hasSize(1);
        assertThat(events(ActivityRecorded.class)).hasSize(1);
        assertThat(registered()).hasSize(1);
    }

    @Test
    void a_victim_that_was_registered_beforehand_with_a_planted_contact_and_password_has_its_fan_alone() {
        long made = side.send(unproven(VICTIM, PHONE)).fanId();
        assertThat(events(FanPasswordSet.class)).isEmpty();
        // A stranger registers the same email again, with another name and phone: nothing changes.
        int events = side.events().size();
        assertThat(side.send(unproven(VICTIM, "+12025550199")).fanId()).isEqualTo(made);
        assertThat(side.events()).hasSize(events + 1);
        assertThat(events(PublicCallCovered.class)).hasSize(1);
        // The victim proves its email. The phone that the stranger planted leads nowhere from then on.
        assertThat(prove(VICTIMS_EMAIL)).isEqualTo(made);
        assertThat(prove(THE_PHONE)).isNull();
        side.reopen();
        assertThat(prove(VICTIMS_EMAIL)).isEqualTo(made);
        assertThat(prove(THE_PHONE)).isNull();
    }

    @Test
    void a_stranger_that_proves_its_own_contact_first_loses_the_victims() {
        long strangers = side.send(unproven(VICTIM, PHONE)).fanId();
        assertThat(prove(THE_PHONE)).isEqualTo(strangers);
        assertThat(prove(VICTIMS_EMAIL)).isNull();
        assertThat(side.send(proven(VICTIMS_EMAIL, "$own")).fanId()).isNotEqualTo(strangers);
    }

    @Test
    void a_session_that_squats_on_a_contact_gives_it_up_to_its_owner() {
        long strangers =
                side.send(proven(ContactValue.email("mallory@x.example"), "$m")).fanId();
        side.send(ownContacts(strangers, null, PHONE));
        assertThat(prove(THE_PHONE)).isNull();
        long victims = side.send(proven(THE_PHONE, null)).fanId();
        assertThat(victims).isNotEqualTo(strangers);
        assertThat(prove(THE_PHONE)).isEqualTo(victims);
        // Once it is proven, the stranger's session can neither write it nor take it by a code of its own contact.
        assertThatThrownBy(() -> side.send(ownContacts(strangers, null, PHONE)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("phone"));
    }

    @Test
    void a_call_with_the_secret_takes_a_contact_that_a_session_squats_on() {
        long strangers =
                side.send(proven(ContactValue.email("mallory@x.example"), "$m")).fanId();
        side.send(ownContacts(strangers, null, PHONE));
        long bought = side.send(bySecret(VICTIM, PHONE)).fanId();
        assertThat(bought).isNotEqualTo(strangers);
        assertThat(prove(THE_PHONE)).isEqualTo(bought);
        assertThat(side.send(bySecret(null, PHONE)).fanId()).isEqualTo(bought);
        // The other way round: only the phone is known.
        side.send(ownContacts(strangers, null, "+12025550102"));
        long other = side.send(bySecret(null, "+12025550102")).fanId();
        assertThat(other).isNotIn(strangers, bought);
        // A record that moves to the contact does not find the stranger either.
        long squatter =
                side.send(proven(ContactValue.phone("+12025550103"), null)).fanId();
        side.send(ownContacts(squatter, "moved@x.example", null));
        long moved = side.send(FindOrRegisterFan.ofMovedRecord(fan(), Profile.reachableBy("moved@x.example", null)))
                .fanId();
        assertThat(moved).isNotIn(strangers, bought, other, squatter);
    }

    @Test
    void a_stranger_that_planted_its_phone_beside_an_email_does_not_get_what_is_bought_under_the_email() {
        long made = side.send(unproven(VICTIM, PHONE)).fanId();
        assertThat(side.send(bySecret(VICTIM, null)).fanId()).isEqualTo(made);
        assertThat(prove(THE_PHONE)).isNull();
        assertThat(side.send(proven(THE_PHONE, null)).fanId()).isNotEqualTo(made);
        assertThat(prove(VICTIMS_EMAIL)).isEqualTo(made);
    }

    @Test
    void an_imported_fan_gets_no_phone_of_a_stranger() {
        long imported = side.send(bySecret(VICTIM, null)).fanId();
        assertThat(side.send(signUp(VICTIM, PHONE, null)).fanId()).isEqualTo(imported);
        assertThat(side.send(unproven(VICTIM, PHONE)).fanId()).isEqualTo(imported);
        assertThat(prove(THE_PHONE)).isNull();
        assertThat(events(FanEvent.FanProfileChanged.class)).isEmpty();
    }

    @Test
    void a_second_contact_of_a_register_is_kept_only_if_no_fan_has_it() {
        long imported = side.send(bySecret(null, PHONE)).fanId();
        RegisterProvenFan both =
                new RegisterProvenFan(fan(), VICTIMS_EMAIL, named(VICTIM, PHONE), Consent.EMPTY, null, false);
        long victims = side.send(both).fanId();
        assertThat(victims).isNotEqualTo(imported);
        assertThat(prove(THE_PHONE)).isEqualTo(imported);
        assertThat(registered().getLast().profile().phone()).isNull();
        RegisterProvenFan free = new RegisterProvenFan(
                fan(), ContactValue.email("other@x.example"), named(null, "+12025550177"), Consent.EMPTY, null, false);
        side.send(free);
        assertThat(registered().getLast().profile().phone()).isEqualTo("+12025550177");
        assertThat(registered().getLast().consent().isPhoneConfirmed()).isNull();
        assertThat(registered().getLast().consent().isConfirmed()).isTrue();
    }

    @Test
    void a_session_adds_a_proven_contact_unless_it_opens_another_fan() {
        long own = side.send(proven(VICTIMS_EMAIL, null)).fanId();
        FanId session = new FanId(side.account(), own);
        long others =
                side.send(proven(ContactValue.email("bob@x.example"), null)).fanId();
        ContactValue bobs = ContactValue.email("bob@x.example");
        for (ProofCommand<?> command :
                List.of(new AddProvenContact(session, bobs), new ReadProvenContact(session, bobs))) {
            assertThatThrownBy(() -> side.send(command))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.field()).isEqualTo("email"));
        }
        side.send(ownContacts(others, null, PHONE));
        int events = side.events().size();
        assertThat(side.send(new ReadProvenContact(session, THE_PHONE))).isEqualTo(ProvenFan.NONE);
        assertThat(side.send(new ReadProvenContact(session, VICTIMS_EMAIL))).isEqualTo(new ProvenFan(own));
        assertThat(side.send(new ReadProvenContact(session, ContactValue.email("new@x.example"))))
                .isEqualTo(ProvenFan.NONE);
        assertThat(side.events()).hasSize(events);
        assertThat(side.send(new AddProvenContact(session, THE_PHONE))).isEqualTo(new AddedContact(own, Outcome.ADDED));
        assertThat(side.send(new AddProvenContact(session, THE_PHONE))).isEqualTo(new AddedContact(own, Outcome.LOGIN));
        assertThat(side.send(new AddProvenContact(session, ContactValue.email("new@x.example"))))
                .isEqualTo(new AddedContact(own, Outcome.REPLACED));
        assertThat(prove(VICTIMS_EMAIL)).isNull();
    }

    @Test
    void fans_do_not_enter_a_campaign_that_is_off_or_over_and_a_refused_call_changes_nothing() {
        CampaignId off = campaign("Off", false, null);
        CampaignId over = campaign("Over", true, Instant.now().minusSeconds(60));
        campaign("On", true, Instant.now().plusSeconds(3_600));
        int events = side.events().size();
        refused("page_tab_id", entered(off.number(), null, false, false));
        refused("campaign_name", entered(null, "Over", false, false));
        refused("page_tab_id", entered(9L, null, false, false));
        refused("is_unique_activity", entered(null, "No campaign", true, false));
        assertThat(side.events()).hasSize(events);
        assertThat(side.send(entered(over.number(), null, false, true)).activityId())
                .isNotNull();
        assertThat(side.send(entered(null, "On", false, false)).activityId()).isNotNull();
        assertThat(events(ActivityRecorded.class).getLast().pageTabId()).isNotNull();
    }

    @Test
    void public_calls_bring_a_thousand_titles_and_tags_and_a_call_with_the_secret_brings_more() {
        for (int i = 0; i < 20; i++) {
            side.send(tagged(50 * i, 50));
        }
        List<Command<?>> titled = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            titled.add(entered(null, "Title " + i, false, false));
        }
        together(titled);
        int events = side.events().size();
        refused("tag_name", tagged(999, 2));
        refused("campaign_name", entered(null, "Title 1000", false, false));
        assertThat(side.events()).hasSize(events);
        assertThat(events(TagMade.class)).hasSize(1_000);
        // Names that exist go on working, and the customer's server is not bound.
        side.send(tagged(10, 5));
        side.send(entered(null, "Title 7", false, false));
        side.send(entered(null, "Title 1000", false, true));
        side.reopen();
        refused("campaign_name", entered(null, "Title 1001", false, false));
    }

    @Test
    void a_repeat_under_one_request_is_answered_alike() {
        SignUp first = entered(null, "Show", false, false);
        CommandResult answer = side.send(side.account() + ":r", "f", first);
        int events = side.events().size();
        assertThat(side.send(side.account() + ":r", "f", entered(null, "Show", false, false))
                        .answer())
                .isEqualTo(answer.answer());
        assertThat(side.events()).hasSize(events);
    }

    @Test
    void an_unknown_tag_prop_or_field_of_a_session_is_refused_by_its_name() {
        long own = side.send(proven(VICTIMS_EMAIL, null)).fanId();
        int events = side.events().size();
        refused("tag_9", own(own, new OwnDetails(Map.of(), Map.of(), Map.of(9L, true))));
        refused("field_size", own(own, new OwnDetails(Map.of(), Map.of("size", "5"), Map.of())));
        refused("props_a b", own(own, new OwnDetails(Map.of("a b", "5"), Map.of(), Map.of())));
        assertThat(side.events()).hasSize(events);
        side.send(own(own, new OwnDetails(Map.of("team", "red"), Map.of(), Map.of())));
        assertThat(side.events()).hasSize(events + 1);
    }

    private static final ActivityDetails NONE = ActivityDetails.NONE;

    @Test
    void a_call_that_is_refused_for_too_many_tags_changes_nothing() {
        List<RequestedTag> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            many.add(new RequestedTag("tag " + i, true, minted++));
        }
        Profile hers = ProfileBuilder.builder().email(VICTIM).phone(PHONE).build();
        FieldsAndTags thousand = new FieldsAndTags(Map.of(), many);
        side.send(new FindOrRegisterFan(fan(), hers, Consent.EMPTY, null, thousand));
        int events = side.events().size();
        for (boolean withSecret : List.of(true, false)) {
            refused("tag_name", tagged(VICTIM, null, "new", withSecret));
            refused("tag_name", tagged(null, PHONE, "new", withSecret));
            assertThat(side.events()).hasSize(events);
        }
        // The fan with the phone has another email, so this is a new fan.
        assertThat(side.send(tagged("other@x.example", PHONE, "new", false)).fanId())
                .isNotEqualTo(registered().getFirst().fan().number());
    }

    private SignUp tagged(@Nullable String email, @Nullable String phone, String tag, boolean withSecret) {
        return new SignUp(
                fan(),
                named(email, phone),
                Consent.EMPTY,
                new FieldsAndTags(Map.of(), List.of(new RequestedTag(tag, true, minted++))),
                null,
                null,
                new PublicTitleId(side.account(), "t" + minted++),
                withSecret);
    }

    @Test
    void a_call_that_is_refused_for_too_many_idols_changes_nothing() {
        Profile hers = ProfileBuilder.builder().email(VICTIM).build();
        FanId victim = new FanId(
                side.account(),
                side.send(new FindOrRegisterFan(fan(), hers, Consent.EMPTY, null))
                        .fanId());
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            many.add("idol-" + i);
        }
        side.send(new AddFanIdols(new LikingsId(victim), many, false));
        NamedIdol lark = new NamedIdol(new IdolId(side.account(), "lark"), "Lark");
        NamedIdol newIdol = new NamedIdol(new IdolId(side.account(), "new"), "New");
        side.send(new FindOrAddIdol(lark.idol(), lark.idolName()));
        int events = side.events().size();
        refused("idol_name", liking(VICTIM, null, lark, false));
        refused("idol_name", liking(VICTIM, null, lark, true));
        // The fan has no phone yet, so the email alone finds it.
        refused("idol_name", liking(VICTIM, PHONE, newIdol, true));
        refused(
                "idol_names",
                new RegisterFanWithIdols(
                        new FindOrRegisterFan(fan(), named(VICTIM, PHONE), Consent.EMPTY, null),
                        List.of(newIdol),
                        true));
        List<NamedIdol> tooMany = new ArrayList<>();
        for (int i = 0; i < 1_001; i++) {
            tooMany.add(new NamedIdol(new IdolId(side.account(), "n" + i), "Name " + i));
        }
        refused(
                "idol_names",
                new RegisterFanWithIdols(
                        new FindOrRegisterFan(fan(), named("new@x.example", null), Consent.EMPTY, null),
                        tooMany,
                        true));
        assertThat(side.events()).hasSize(events);
        side.send(liking("new@x.example", null, lark, false));
        assertThat(registered()).hasSize(2);
    }

    @Test
    void a_stranger_that_squats_on_a_contact_refuses_no_call_with_the_secret_by_its_own_many_idols() {
        FanId strangers = new FanId(
                side.account(),
                side.send(proven(ContactValue.email("mallory@x.example"), "$m")).fanId());
        side.send(ownContacts(strangers.number(), null, PHONE));
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            many.add("idol-" + i);
        }
        side.send(new AddFanIdols(new LikingsId(strangers), many, true));
        NamedIdol lark = new NamedIdol(new IdolId(side.account(), "lark"), "Lark");
        assertThat(side.send(liking(null, PHONE, lark, true)).fanId()).isNotEqualTo(strangers.number());
    }

    private SignUp liking(@Nullable String email, @Nullable String phone, NamedIdol idol, boolean withSecret) {
        return new SignUp(
                fan(),
                named(email, phone),
                Consent.EMPTY,
                FieldsAndTags.NONE,
                idol,
                null,
                new PublicTitleId(side.account(), "t" + minted++),
                withSecret);
    }

    private void refused(@Nullable String field, Command<?> command) {
        assertThatThrownBy(() -> side.send(command)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo(field);
        });
    }

    /** Sends all at the same time. Those that were refused since too many ran are sent again. */
    private List<Object> together(List<Command<?>> commands) {
        List<Object> answers = new ArrayList<>();
        List<Command<?>> left = commands;
        while (!left.isEmpty()) {
            List<CompletableFuture<CommandResult>> running = left.stream()
                    .map(command -> side.start(null, null, command))
                    .toList();
            List<Command<?>> refused = new ArrayList<>();
            for (int i = 0; i < running.size(); i++) {
                try {
                    answers.add(running.get(i).join().answer());
                } catch (CompletionException e) {
                    if (!(e.getCause() instanceof Refusal refusal)
                            || refusal.kind() != Refusal.Kind.UNAVAILABLE && refusal.kind() != Refusal.Kind.CONFLICT) {
                        throw e;
                    }
                    refused.add(left.get(i));
                }
            }
            left = refused;
        }
        return answers;
    }

    private @Nullable Long prove(ContactValue contact) {
        return side.send(new ProveContact(fan(), contact)).fanId();
    }

    private FanId fan() {
        return new FanId(side.account(), minted++);
    }

    private ActivityId activity() {
        return new ActivityId(side.account(), "a" + minted++);
    }

    private RegisterUnprovenFan unproven(String email, @Nullable String phone) {
        return new RegisterUnprovenFan(fan(), named(email, phone), Consent.EMPTY, false);
    }

    private RegisterProvenFan proven(ContactValue contact, @Nullable String hash) {
        return new RegisterProvenFan(fan(), contact, contact.profile(), Consent.EMPTY, hash, false);
    }

    private FindOrRegisterFan bySecret(@Nullable String email, @Nullable String phone) {
        return new FindOrRegisterFan(fan(), Profile.reachableBy(email, phone), Consent.EMPTY, null);
    }

    private ChangeOwnFan ownContacts(long fan, @Nullable String email, @Nullable String phone) {
        return new ChangeOwnFan(
                new FanId(side.account(), fan),
                Patch.of(Profile.reachableBy(email, phone)),
                Patch.of(Consent.EMPTY),
                null,
                OwnDetails.NONE,
                false);
    }

    private ChangeOwnFan own(long fan, OwnDetails details) {
        return new ChangeOwnFan(
                new FanId(side.account(), fan), Patch.of(Profile.EMPTY), Patch.of(Consent.EMPTY), null, details, false);
    }

    private SignUp signUp(String email, @Nullable String phone, @Nullable Entry entry) {
        return new SignUp(
                fan(),
                named(email, phone),
                Consent.EMPTY,
                FieldsAndTags.NONE,
                null,
                entry,
                new PublicTitleId(side.account(), "t" + minted++),
                false);
    }

    private SignUp entered(@Nullable Long campaign, @Nullable String title, boolean unique, boolean withSecret) {
        return new SignUp(
                fan(),
                named(VICTIM, null),
                Consent.EMPTY,
                FieldsAndTags.NONE,
                null,
                new Entry(activity(), campaign, title, "campaign_name", unique, NONE),
                new PublicTitleId(side.account(), "t" + minted++),
                withSecret);
    }

    private SignUp tagged(int from, int count) {
        List<RequestedTag> tags = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            tags.add(new RequestedTag("tag " + i, true, minted++));
        }
        return new SignUp(
                fan(),
                named(VICTIM, null),
                Consent.EMPTY,
                new FieldsAndTags(Map.of(), tags),
                null,
                null,
                new PublicTitleId(side.account(), "t" + minted++),
                false);
    }

    private CampaignId campaign(String name, @Nullable Boolean active, @Nullable Instant end) {
        CampaignId campaign = new CampaignId(side.account(), minted++);
        side.send(new CreateCampaign(
                campaign,
                AppType.SIGNUP,
                null,
                CampaignDetailsBuilder.builder()
                        .name(name)
                        .isActive(active)
                        .endTimestamp(end)
                        .build()));
        return campaign;
    }

    private static Profile named(@Nullable String email, @Nullable String phone) {
        return ProfileBuilder.builder()
                .firstName("Mallory")
                .email(email)
                .phone(phone)
                .build();
    }

    private List<FanRegistered> registered() {
        return events(FanRegistered.class);
    }

    private <E> List<E> events(Class<E> type) {
        return side.events().stream()
                .map(recorded -> (Object) recorded.event())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
