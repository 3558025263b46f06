package encore.command.fans;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.FanContactClaims;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanEvent.FanAdopted;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.ContactOrigin;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.FieldsAndTags.ParsedFieldsAndTags;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.fans.proofs.AddedContact;
import encore.kernel.fans.proofs.AddedContact.Outcome;
import encore.kernel.fans.proofs.OwnDetails;
import encore.kernel.fans.proofs.ProofCommand.ChangeOwnFan;
import encore.kernel.fans.proofs.ProofCommand.ConfirmContact;
import encore.kernel.fans.proofs.ProofCommand.ReadOpening;
import encore.kernel.fans.proofs.ProofCommand.ReleaseContact;
import encore.kernel.fans.proofs.ProofCommand.SetProvenContact;
import encore.kernel.fans.proofs.ProofCommand.WriteOwnFan;
import encore.kernel.fans.proofs.ProvenFan;
import encore.kernel.fans.proofs.PublicCallEvent.PublicCallCovered;
import encore.kernel.sessions.LoginsId;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Calls with the public key alone, proofs of contacts, and a session's own fan. */
class PublicFanTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BOB = new FanId(7, 43);
    private static final String EMAIL = "ann@x.example";
    private static final String PHONE = "+12025550101";
    private static final PublicCallCovered COVERED = new PublicCallCovered(ANN);
    private static final ContactValue BY_EMAIL = ContactValue.email(EMAIL);
    private static final ContactValue BY_PHONE = ContactValue.phone(PHONE);
    private static final Patch<Profile> NO_PROFILE = Patch.of(Profile.EMPTY);
    private static final Patch<Consent> NO_CONSENT = Patch.of(Consent.EMPTY);

    private final AggregateUnderTest<Fan> fan = new AggregateUnderTest<>(Fan.class);

    @Test
    void a_contact_that_changes_is_no_longer_confirmed_whichever_call_changes_it() {
        fan.given(new FanRegistered(ANN, contacts(EMAIL, PHONE), confirmed(true, true)))
                .when(change(contacts("new@x.example", null), Consent.EMPTY))
                .expectEvents(
                        changed(contacts("new@x.example", null), null),
                        FanConsentChanged.of(ANN, NO_CONSENT.clearing("isConfirmed")));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, PHONE), confirmed(true, true)))
                .when(change(contacts(null, ""), Consent.EMPTY))
                .expectEvents(
                        changed(contacts(null, ""), null),
                        FanConsentChanged.of(ANN, NO_CONSENT.clearing("isPhoneConfirmed")));
        fan.given(new FanRegistered(ANN, contacts(null, PHONE), confirmed(true, null)))
                .when(new FillInFan(ANN, contacts(EMAIL, PHONE), Consent.EMPTY, null))
                .expectEvents(
                        changed(contacts(EMAIL, null), null),
                        FanConsentChanged.of(ANN, NO_CONSENT.clearing("isConfirmed")));
    }

    @Test
    void a_contact_stays_confirmed_when_the_call_that_changes_it_says_so_or_changes_another() {
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null)))
                .when(change(contacts("new@x.example", null), confirmed(true, null)))
                .expectEvents(changed(contacts("new@x.example", null), null));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, PHONE), confirmed(true, true)))
                .when(change(contacts("new@x.example", null), confirmed(false, null)))
                .expectEvents(changed(contacts("new@x.example", null), null), agreed(confirmed(false, null)));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, PHONE), confirmed(true, true)))
                .when(change(ProfileBuilder.builder().city("Bonn").build(), Consent.EMPTY))
                .expectEvents(changed(ProfileBuilder.builder().city("Bonn").build(), null));
    }

    @Test
    void a_known_fan_gets_no_contact_password_or_name_from_a_public_call() {
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY))
                .when(publicly(named("Mallory", EMAIL, PHONE), confirmed(true, true), "$planted"))
                .expectEvents(COVERED)
                .expectResultMessagePayload(new RegisteredFan(42));
        assertThat(fan.claims.ownerOf(FanContactClaims.phone(7, PHONE))).isNull();
    }

    @Test
    void a_fan_that_public_calls_alone_made_gets_other_gaps_filled_and_still_no_contact() {
        fan.given(planted(EMAIL, null))
                .when(publicly(named("Ann", EMAIL, PHONE), Consent.EMPTY, null))
                .expectEvents(changed(named("Ann", null, null), null));
        fan.given(new FanRegistered(ANN, named("Ann", EMAIL, null), Consent.EMPTY, ContactOrigin.PUBLIC))
                .when(publicly(named("Mallory", EMAIL, null), Consent.EMPTY, null))
                .expectEvents(COVERED);
    }

    @Test
    void gaps_stay_open_to_nobody_once_the_fan_is_proven_has_a_password_or_was_written_to_with_the_secret() {
        for (Object claimed : List.of(
                agreed(confirmed(true, null)), new FanPasswordSet(ANN, "$own"), new FanAdopted(ANN, false, false))) {
            fan.given(planted(EMAIL, null), claimed)
                    .when(publicly(named("Mallory", EMAIL, null), Consent.EMPTY, null))
                    .expectEvents(COVERED);
        }
        // A contact that was proven at some time is enough, also after its flag was cleared.
        fan.given(planted(EMAIL, null), agreed(confirmed(true, null)), agreed(confirmed(false, null)))
                .when(publicly(named("Mallory", EMAIL, null), Consent.EMPTY, null))
                .expectEvents(COVERED);
    }

    @Test
    void a_write_with_the_secret_is_noted_once_by_a_fan_that_public_calls_made() {
        fan.given(planted(EMAIL, null))
                .when(new FillInNamedFan(ANN, Profile.EMPTY, Consent.EMPTY))
                .expectEvents(new FanAdopted(ANN, false, false));
        fan.given(planted(EMAIL, null), new FanAdopted(ANN, false, false))
                .when(new FillInNamedFan(ANN, Profile.EMPTY, Consent.EMPTY))
                .expectNoEvents();
        fan.given(planted(EMAIL, PHONE))
                .when(new FillInFan(ANN, contacts(EMAIL, null), Consent.EMPTY, null))
                .expectEvents(new FanAdopted(ANN, true, false));
        fan.given(planted(EMAIL, null))
                .when(new FillInFan(ANN, contacts(EMAIL, null), Consent.EMPTY, null, FillPolicy.NOTHING))
                .expectEvents(new FanAdopted(ANN, true, false));
    }

    @Test
    void an_opt_in_counts_and_an_opt_out_is_never_overturned() {
        fan.streams.open(new BusinessId(7, 1)).open(new BusinessId(7, 2));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY))
                .when(publicly(contacts(EMAIL, null), businesses(List.of(1L), List.of()), null))
                .expectEvents(agreed(businesses(List.of(1L), List.of())), COVERED);
        // Also of a business that the fan was never opted in to.
        fan.given(
                        new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY),
                        agreed(businesses(List.of(), List.of(1L))))
                .when(publicly(contacts(EMAIL, null), businesses(List.of(1L, 2L), List.of()), null))
                .expectEvents(agreed(businesses(List.of(2L), List.of())), COVERED);
        fan.given(
                        new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY),
                        agreed(businesses(List.of(), List.of(1L))),
                        agreed(businesses(List.of(1L), List.of())),
                        agreed(ConsentBuilder.builder(Consent.EMPTY)
                                .isOptout(true)
                                .build()))
                .when(publicly(contacts(EMAIL, null), businesses(List.of(2L), List.of()), null))
                .expectEvents(COVERED, COVERED);
    }

    @Test
    void an_opt_out_is_noted_also_where_there_was_no_opt_in() {
        fan.streams.open(new BusinessId(7, 1));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY))
                .when(change(Profile.EMPTY, businesses(List.of(), List.of(1L))))
                .expectEvents(agreed(businesses(List.of(), List.of(1L))));
        fan.given(
                        new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY),
                        agreed(businesses(List.of(), List.of(1L))))
                .when(change(Profile.EMPTY, businesses(List.of(), List.of(1L, 9L))))
                .expectNoEvents();
        fan.givenNoPriorActivity()
                .when(new RegisterFan(ANN, contacts(EMAIL, null), businesses(List.of(), List.of(1L)), null))
                .expectEvents(
                        new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY),
                        agreed(businesses(List.of(), List.of(1L))));
    }

    @Test
    void tags_of_a_public_call_are_added_and_fields_fill_gaps_of_its_own_fans_alone() {
        fan.claims.held(TagChanges.claim(7, "vip"), new TagId(7, 1));
        var said = new ParsedFieldsAndTags(
                object("{\"size\": 5, \"shoe\": 6}"), List.of(), List.of(new RequestedTag("vip", true, 9)));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY))
                .when(new FillInFan(ANN, contacts(EMAIL, null), Consent.EMPTY, null, FillPolicy.PUBLIC, said))
                .expectEvents(new FanTagsChanged(ANN, List.of(1L), List.of()), COVERED, COVERED);
        fan.given(planted(EMAIL, null), new FanFieldsChanged(ANN, object("{\"size\": 4}"), List.of("size"), List.of()))
                .when(new FillInFan(ANN, contacts(EMAIL, null), Consent.EMPTY, null, FillPolicy.PUBLIC, said))
                .expectEvents(
                        new FanFieldsChanged(ANN, object("{\"shoe\": 6}"), List.of("shoe"), List.of()),
                        new FanTagsChanged(ANN, List.of(1L), List.of()),
                        COVERED);
    }

    @Test
    void a_public_registration_records_as_many_events_as_a_public_call_for_a_known_fan() {
        fan.streams.open(new BusinessId(7, 1));
        var said = new ParsedFieldsAndTags(object("{\"size\": 5}"), List.of(), List.of());
        Consent optingIn = businesses(List.of(1L), List.of());
        fan.givenNoPriorActivity()
                .when(new RegisterFan(ANN, contacts(EMAIL, null), optingIn, null, said, ContactOrigin.PUBLIC))
                .expectEvents(
                        new FanRegistered(ANN, contacts(EMAIL, null), optingIn, ContactOrigin.PUBLIC),
                        new FanFieldsChanged(ANN, object("{\"size\": 5}"), List.of("size"), List.of()),
                        COVERED);
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY))
                .when(new FillInFan(ANN, contacts(EMAIL, null), optingIn, null, FillPolicy.PUBLIC, said))
                .expectEvents(agreed(optingIn), COVERED, COVERED);
    }

    @Test
    void the_fan_that_a_proof_would_open_is_read_without_a_change() {
        fan.given(planted(EMAIL, PHONE))
                .when(new ReadOpening(ANN, BY_EMAIL))
                .expectNoEvents()
                .expectResultMessagePayload(new ProvenFan(42L));
        fan.streams.open(new LoginsId(ANN));
        fan.given(planted(EMAIL, PHONE))
                .when(new ReadOpening(ANN, BY_EMAIL))
                .expectNoEvents()
                .expectResultMessagePayload(ProvenFan.NONE);
    }

    @Test
    void the_first_proof_opens_the_fan_and_drops_what_strangers_planted() {
        fan.claims.held(FanContactClaims.phone(7, PHONE), ANN);
        fan.given(planted(EMAIL, PHONE))
                .when(new ConfirmContact(ANN, BY_EMAIL))
                .expectEvents(FanProfileChanged.of(ANN, NO_PROFILE.clearing("phone")), agreed(confirmed(true, null)))
                .expectResultMessagePayload(new ProvenFan(42L));
        assertThat(fan.claims.ownerOf(FanContactClaims.phone(7, PHONE))).isNull();
    }

    @Test
    void a_proof_drops_nothing_that_is_proven_used_or_was_given_with_the_secret() {
        fan.given(new FanRegistered(ANN, contacts(EMAIL, PHONE), Consent.EMPTY))
                .when(new ConfirmContact(ANN, BY_EMAIL))
                .expectEvents(agreed(confirmed(true, null)));
        fan.given(planted(EMAIL, PHONE), agreed(confirmed(null, true)), new FanAdopted(ANN, true, false))
                .when(new ConfirmContact(ANN, BY_EMAIL))
                .expectEvents(agreed(confirmed(true, null)));
        fan.streams.open(new LoginsId(ANN));
        fan.given(planted(EMAIL, PHONE), new FanAdopted(ANN, true, false))
                .when(new ConfirmContact(ANN, BY_EMAIL))
                .expectEvents(agreed(confirmed(true, null)));
    }

    @Test
    void a_proof_that_came_before_changes_nothing() {
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null)))
                .when(new ConfirmContact(ANN, BY_EMAIL))
                .expectNoEvents()
                .expectResultMessagePayload(new ProvenFan(42L));
    }

    @Test
    void a_contact_that_is_not_the_fans_any_more_is_looked_for_again() {
        fan.given(planted("new@x.example", null))
                .when(new ConfirmContact(ANN, BY_EMAIL))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "contact-moved"));
    }

    @Test
    void an_unproven_contact_does_not_open_a_fan_that_somebody_uses_by_another() {
        // The session of a stranger squats on a phone.
        fan.given(
                        new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null), ContactOrigin.PUBLIC),
                        changed(contacts(null, PHONE), ContactOrigin.SESSION))
                .when(new ConfirmContact(ANN, BY_PHONE))
                .expectNoEvents()
                .expectResultMessagePayload(ProvenFan.NONE);
        // A fan with a password from the customer's server, used by its email.
        fan.streams.open(new LoginsId(ANN));
        fan.given(planted(EMAIL, PHONE), new FanPasswordSet(ANN, "$own"))
                .when(new ConfirmContact(ANN, BY_PHONE))
                .expectNoEvents()
                .expectResultMessagePayload(ProvenFan.NONE);
        // The only contact that the fan ever had is the one that it logged in by.
        fan.given(planted(EMAIL, null), new FanPasswordSet(ANN, "$own"))
                .when(new ConfirmContact(ANN, BY_EMAIL))
                .expectEvents(agreed(confirmed(true, null)));
    }

    @Test
    void a_planted_contact_does_not_open_what_a_call_with_the_secret_brought_under_another() {
        fan.given(planted(EMAIL, PHONE), new FanAdopted(ANN, true, false))
                .when(new ConfirmContact(ANN, BY_PHONE))
                .expectNoEvents()
                .expectResultMessagePayload(ProvenFan.NONE);
        fan.given(planted(EMAIL, PHONE), new FanAdopted(ANN, true, true))
                .when(new ConfirmContact(ANN, BY_PHONE))
                .expectEvents(agreed(confirmed(null, true)));
    }

    @Test
    void a_contact_given_with_the_secret_opens_its_fan_whatever_it_logged_in_with_before() {
        fan.streams.open(new LoginsId(ANN));
        fan.given(
                        new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null), ContactOrigin.PUBLIC),
                        changed(contacts(null, PHONE), null))
                .when(new ConfirmContact(ANN, BY_PHONE))
                .expectEvents(agreed(confirmed(null, true)))
                .expectResultMessagePayload(new ProvenFan(42L));
    }

    @Test
    void a_contact_that_opens_nothing_can_be_taken_and_no_other_can() {
        fan.claims.held(FanContactClaims.phone(7, PHONE), ANN);
        fan.given(
                        new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null), ContactOrigin.PUBLIC),
                        changed(contacts(null, PHONE), ContactOrigin.SESSION))
                .when(new ReleaseContact(ANN, BY_PHONE))
                .expectEvents(FanProfileChanged.of(ANN, NO_PROFILE.clearing("phone")));
        assertThat(fan.claims.ownerOf(FanContactClaims.phone(7, PHONE))).isNull();
        fan.given(new FanRegistered(ANN, contacts(EMAIL, PHONE), Consent.EMPTY))
                .when(new ReleaseContact(ANN, BY_PHONE))
                .expectNoEvents()
                .expectException(refusalNaming("phone"));
        fan.given(planted(EMAIL, PHONE))
                .when(new ReleaseContact(ANN, BY_PHONE))
                .expectNoEvents()
                .expectException(refusalNaming("phone"));
        fan.given(planted(EMAIL, null)).when(new ReleaseContact(ANN, BY_PHONE)).expectNoEvents();
    }

    @Test
    void a_call_with_the_secret_does_not_find_a_fan_by_a_contact_that_opens_nothing() {
        var squatted = List.of(
                new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null), ContactOrigin.PUBLIC),
                changed(contacts(null, PHONE), ContactOrigin.SESSION));
        fan.given(squatted)
                .when(new FillInFan(ANN, contacts(null, PHONE), Consent.EMPTY, null))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.RULE, FillInFan.PLANTED_CONTACT));
        // Both together are the customer's word that they are one fan's.
        fan.given(squatted)
                .when(new FillInFan(ANN, contacts(EMAIL, PHONE), Consent.EMPTY, null))
                .expectEvents(new FanAdopted(ANN, true, true));
    }

    @Test
    void a_proven_contact_of_a_session_is_added_replaced_or_a_login() {
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null)))
                .when(new SetProvenContact(ANN, BY_PHONE))
                .expectEvents(changed(contacts(null, PHONE), ContactOrigin.SESSION), agreed(confirmed(null, true)))
                .expectResultMessagePayload(new AddedContact(42, Outcome.ADDED));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null)))
                .when(new SetProvenContact(ANN, ContactValue.email("new@x.example")))
                .expectEvents(changed(contacts("new@x.example", null), ContactOrigin.SESSION))
                .expectResultMessagePayload(new AddedContact(42, Outcome.REPLACED));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null)))
                .when(new SetProvenContact(ANN, BY_EMAIL))
                .expectNoEvents()
                .expectResultMessagePayload(new AddedContact(42, Outcome.LOGIN));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY))
                .when(new SetProvenContact(ANN, BY_EMAIL))
                .expectEvents(agreed(confirmed(true, null)))
                .expectResultMessagePayload(new AddedContact(42, Outcome.ADDED));
    }

    @Test
    void a_session_replaces_an_empty_or_unconfirmed_contact_and_no_confirmed_one() {
        var known = new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null));
        fan.given(known)
                .when(own(contacts(null, PHONE)))
                .expectEvents(changed(contacts(null, PHONE), ContactOrigin.SESSION));
        fan.given(known, changed(contacts(null, "+12025550109"), ContactOrigin.SESSION))
                .when(own(contacts(null, PHONE)))
                .expectEvents(changed(contacts(null, PHONE), ContactOrigin.SESSION));
        fan.given(known)
                .when(own(contacts("new@x.example", null)))
                .expectNoEvents()
                .expectException(refusalNaming("email"));
        fan.given(known).when(own(contacts("", null))).expectNoEvents().expectException(refusalNaming("email"));
        fan.given(known).when(own(contacts(EMAIL, null))).expectNoEvents();
        fan.claims.held(FanContactClaims.phone(7, PHONE), BOB);
        fan.given(known).when(own(contacts(null, PHONE))).expectNoEvents().expectException(refusalNaming("phone"));
    }

    @Test
    void a_session_cannot_confirm_its_contacts_itself_and_the_secret_may_do_all() {
        var known = new FanRegistered(ANN, contacts(EMAIL, null), confirmed(true, null));
        fan.given(known)
                .when(write(
                        contacts(null, PHONE),
                        ConsentBuilder.builder(confirmed(null, true))
                                .isSubscribed(true)
                                .isOptout(false)
                                .build(),
                        OwnDetails.NONE,
                        false))
                .expectEvents(
                        changed(contacts(null, PHONE), ContactOrigin.SESSION),
                        agreed(ConsentBuilder.builder(Consent.EMPTY)
                                .isSubscribed(true)
                                .build()));
        fan.given(known)
                .when(write(contacts("new@x.example", null), confirmed(true, null), OwnDetails.NONE, true))
                .expectEvents(changed(contacts("new@x.example", null), null));
    }

    @Test
    void props_of_the_fans_own_are_set_and_removed_and_number_100() {
        fan.given(planted(EMAIL, null), props("{\"team\": \"red\", \"seat\": \"4\"}"))
                .when(write(Map.of("team", "blue", "seat", "", "gone", "")))
                .expectEvents(props("{\"seat\": null, \"team\": \"blue\"}"));
        fan.given(planted(EMAIL, null), props("{\"team\": \"red\"}"))
                .when(write(Map.of("team", "red")))
                .expectNoEvents();
        Map<String, String> most = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            most.put("p" + i, "x");
        }
        ObjectNode all = JsonMapper.shared().valueToTree(most);
        fan.given(planted(EMAIL, null), new FanPropsChanged(ANN, all))
                .when(write(Map.of("one-more", "x")))
                .expectNoEvents()
                .expectException(refusalNaming("props_"));
        fan.given(planted(EMAIL, null), new FanPropsChanged(ANN, all))
                .when(write(Map.of("one-more", "x", "p1", "")))
                .expectEvents(props("{\"one-more\": \"x\", \"p1\": null}"));
    }

    @Test
    void props_of_staff_are_refused_and_with_the_secret_they_change_where_they_are() {
        var curated = FanCurated.of(
                ANN,
                Patch.of(CurationBuilder.builder()
                        .props(object("{\"level\": \"gold\", \"n\": 1}"))
                        .build()));
        fan.given(planted(EMAIL, null), curated)
                .when(write(Map.of("level", "platinum")))
                .expectNoEvents()
                .expectException(refusalNaming("props_level"));
        fan.given(new FanRegistered(ANN, contacts(EMAIL, null), Consent.EMPTY), curated)
                .when(write(
                        Profile.EMPTY,
                        Consent.EMPTY,
                        new OwnDetails(Map.of("level", "platinum", "own", "x"), Map.of(), Map.of()),
                        true))
                .expectEvents(
                        FanCurated.of(
                                ANN,
                                Patch.of(CurationBuilder.builder()
                                        .props(object("{\"level\": \"platinum\", \"n\": 1}"))
                                        .build())),
                        props("{\"own\": \"x\"}"));
    }

    @Test
    void tags_by_id_are_given_and_taken_away() {
        fan.given(planted(EMAIL, null), new FanTagsChanged(ANN, List.of(1L, 2L), List.of()))
                .when(write(
                        Profile.EMPTY,
                        Consent.EMPTY,
                        new OwnDetails(Map.of(), Map.of(), Map.of(1L, true, 2L, false, 3L, true, 4L, false)),
                        false))
                .expectEvents(new FanTagsChanged(ANN, List.of(3L), List.of(2L)));
    }

    private static FanRegistered planted(@Nullable String email, @Nullable String phone) {
        return new FanRegistered(ANN, contacts(email, phone), Consent.EMPTY, ContactOrigin.PUBLIC);
    }

    private static FillInFan publicly(Profile profile, Consent consent, @Nullable String hash) {
        return new FillInFan(ANN, profile, consent, hash, FillPolicy.PUBLIC);
    }

    private static ChangeFan change(Profile profile, Consent consent) {
        return new ChangeFan(ANN, Patch.of(profile), Patch.of(consent), Patch.of(Curation.EMPTY), null);
    }

    private static WriteOwnFan own(Profile profile) {
        return write(profile, Consent.EMPTY, OwnDetails.NONE, false);
    }

    private static WriteOwnFan write(Map<String, String> props) {
        return write(Profile.EMPTY, Consent.EMPTY, new OwnDetails(props, Map.of(), Map.of()), false);
    }

    private static WriteOwnFan write(Profile profile, Consent consent, OwnDetails details, boolean withSecret) {
        return new WriteOwnFan(
                new ChangeOwnFan(ANN, Patch.of(profile), Patch.of(consent), null, details, withSecret),
                ParsedFieldsAndTags.NONE);
    }

    private static FanProfileChanged changed(Profile changes, @Nullable ContactOrigin origin) {
        return FanProfileChanged.of(ANN, Patch.of(changes), origin);
    }

    private static FanConsentChanged agreed(Consent changes) {
        return FanConsentChanged.of(ANN, Patch.of(changes));
    }

    private static FanPropsChanged props(String json) {
        return new FanPropsChanged(ANN, object(json));
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }

    private static Profile contacts(@Nullable String email, @Nullable String phone) {
        return Profile.reachableBy(email, phone);
    }

    private static Profile named(String first, @Nullable String email, @Nullable String phone) {
        return ProfileBuilder.builder()
                .firstName(first)
                .email(email)
                .phone(phone)
                .build();
    }

    private static Consent confirmed(@Nullable Boolean email, @Nullable Boolean phone) {
        return ConsentBuilder.builder(Consent.EMPTY)
                .isConfirmed(email)
                .isPhoneConfirmed(phone)
                .build();
    }

    private static Consent businesses(List<Long> in, List<Long> out) {
        return ConsentBuilder.builder(Consent.EMPTY)
                .optedInBusinesses(in)
                .optedOutBusinesses(out)
                .build();
    }
}
