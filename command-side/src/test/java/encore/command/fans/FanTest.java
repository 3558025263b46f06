package encore.command.fans;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.FanContactClaims;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.fans.ErasedFan;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.FillInFan;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.ForgetFan;
import encore.kernel.fans.FanCommand.RegisterFan;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.FillPolicy;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FanTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BOB = new FanId(7, 43);

    private final AggregateUnderTest<Fan> fan = new AggregateUnderTest<>(Fan.class);

    @Test
    void registering_makes_a_key_and_takes_the_contacts() {
        fan.givenNoPriorActivity()
                .when(new RegisterFan(ANN, contacts("ann@x.example", "+12025550101"), subscribed(true), null))
                .expectEvents(new FanRegistered(ANN, contacts("ann@x.example", "+12025550101"), subscribed(true)))
                .expectResultMessagePayload(new RegisteredFan(42));
        assertThat(fan.subjectKeys.made).containsExactly(ANN.toString());
        assertThat(fan.claims.ownerOf(FanContactClaims.email(7, "ann@x.example")))
                .isEqualTo(ANN.toString());
        assertThat(fan.claims.ownerOf(FanContactClaims.phone(7, "+12025550101")))
                .isEqualTo(ANN.toString());
    }

    @Test
    void registering_keeps_the_hash_of_a_password_as_an_event_of_its_own() {
        fan.givenNoPriorActivity()
                .when(new RegisterFan(ANN, contacts("ann@x.example", null), Consent.EMPTY, "$argon2id$x"))
                .expectEvents(registered("ann@x.example", null), new FanPasswordSet(ANN, "$argon2id$x"));
    }

    @Test
    void registering_stores_no_empty_texts() {
        fan.streams.open(new BusinessId(7, 1));
        fan.givenNoPriorActivity()
                .when(new RegisterFan(
                        ANN,
                        called("").applyTo(contacts("ann@x.example", "")),
                        ConsentBuilder.builder()
                                .optedInBusinesses(List.of(1L))
                                .optedOutBusinesses(List.of(2L))
                                .build(),
                        null))
                .expectEvents(new FanRegistered(
                        ANN,
                        contacts("ann@x.example", null),
                        ConsentBuilder.builder()
                                .optedInBusinesses(List.of(1L))
                                .optedOutBusinesses(List.of())
                                .build()));
    }

    @Test
    void nobody_registers_without_a_contact() {
        fan.givenNoPriorActivity()
                .when(new RegisterFan(ANN, contacts("", null), Consent.EMPTY, null))
                .expectNoEvents()
                .expectException(refusalNaming("email"));
        assertThat(fan.subjectKeys.made).isEmpty();
    }

    @Test
    void an_id_that_is_taken_is_a_conflict() {
        fan.given(registered("ann@x.example", null))
                .when(new RegisterFan(ANN, contacts("bob@x.example", null), Consent.EMPTY, null))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "fan-id-taken"));
    }

    @Test
    void filling_in_adds_what_is_missing_and_replaces_nothing() {
        fan.given(new FanRegistered(ANN, named("Ann", null, "ann@x.example", null), Consent.EMPTY))
                .when(fillIn(named("Anna", "Bell", "ann@x.example", "+12025550101")))
                .expectEvents(changed(named(null, "Bell", null, "+12025550101")));
        assertThat(fan.claims.ownerOf(FanContactClaims.phone(7, "+12025550101")))
                .isEqualTo(ANN.toString());
    }

    @Test
    void filling_in_what_is_known_records_nothing() {
        fan.given(new FanRegistered(ANN, named("Ann", null, "ann@x.example", null), subscribed(true)))
                .when(new FillInFan(ANN, named("Ann", null, "ann@x.example", null), subscribed(true), null))
                .expectNoEvents()
                .expectResultMessagePayload(new RegisteredFan(42));
    }

    @Test
    void a_new_record_fills_in_an_address_as_a_whole_or_not_at_all() {
        Profile bonn = placed("DE", "Bonn");
        fan.given(registered("ann@x.example", null))
                .when(new FillInFan(ANN, bonn, Consent.EMPTY, null, FillPolicy.WHOLE_ADDRESS))
                .expectEvents(changed(Patch.of(bonn).without("email").given()));
        fan.given(new FanRegistered(ANN, placed("DE", null), Consent.EMPTY))
                .when(new FillInFan(ANN, bonn, Consent.EMPTY, null, FillPolicy.WHOLE_ADDRESS))
                .expectNoEvents();
        fan.given(new FanRegistered(ANN, placed("DE", null), Consent.EMPTY))
                .when(new FillInFan(ANN, bonn, Consent.EMPTY, null))
                .expectEvents(
                        changed(Patch.of(bonn).without("email", "countryCode").given()));
    }

    private static Profile placed(String country, @Nullable String city) {
        return ProfileBuilder.builder()
                .email("ann@x.example")
                .countryCode(country)
                .city(city)
                .build();
    }

    @Test
    void filling_in_leaves_another_fans_contact_with_that_fan() {
        fan.claims.held(FanContactClaims.phone(7, "+12025550101"), BOB);
        fan.given(registered("ann@x.example", null))
                .when(fillIn(contacts("ann@x.example", "+12025550101")))
                .expectNoEvents();
        assertThat(fan.claims.ownerOf(FanContactClaims.phone(7, "+12025550101")))
                .isEqualTo(BOB.toString());
    }

    @Test
    void a_fan_found_by_its_phone_gets_the_email_it_had_none_of() {
        fan.given(registered(null, "+12025550101"))
                .when(fillIn(contacts("ann@x.example", "+12025550101")))
                .expectEvents(changed(contacts("ann@x.example", null)));
        assertThat(fan.claims.ownerOf(FanContactClaims.email(7, "ann@x.example")))
                .isEqualTo(ANN.toString());
    }

    @Test
    void a_fan_found_by_its_phone_with_another_email_is_not_meant() {
        fan.given(registered("ann@x.example", "+12025550101"))
                .when(fillIn(contacts("bob@x.example", "+12025550101")))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.RULE, FillInFan.ANOTHER_EMAIL));
    }

    @Test
    void a_fan_whose_contact_moved_meanwhile_is_not_filled_in() {
        fan.given(registered("ann@x.example", null), changed(contacts("new@x.example", null)))
                .when(fillIn(contacts("ann@x.example", null)))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "contact-moved"));
    }

    @Test
    void a_statement_of_consent_replaces_the_one_before() {
        fan.given(new FanRegistered(ANN, contacts("ann@x.example", null), subscribed(true)))
                .when(new FillInFan(ANN, contacts("ann@x.example", null), subscribed(false), null))
                .expectEvents(agreed(subscribed(false)));
    }

    @Test
    void a_named_fan_keeps_its_contacts_and_gets_consent_and_what_it_lacks() {
        fan.given(new FanRegistered(ANN, named("Ann", null, null, "+12025550101"), subscribed(true)))
                .when(new FillInNamedFan(ANN, named("Anna", "Lee", "bob@x.example", "+12025550102"), subscribed(false)))
                .expectEvents(changed(named(null, "Lee", null, null)), agreed(subscribed(false)));
    }

    @Test
    void a_named_fan_with_a_country_gets_no_other_place() {
        fan.given(new FanRegistered(ANN, placed("DE", null), Consent.EMPTY))
                .when(new FillInNamedFan(ANN, placed("FR", "Paris"), Consent.EMPTY))
                .expectNoEvents();
    }

    @Test
    void filling_in_sets_the_first_password_and_never_another() {
        fan.given(registered("ann@x.example", null))
                .when(new FillInFan(ANN, contacts("ann@x.example", null), Consent.EMPTY, "$first"))
                .expectEvents(new FanPasswordSet(ANN, "$first"));
        fan.given(registered("ann@x.example", null), new FanPasswordSet(ANN, "$first"))
                .when(new FillInFan(ANN, contacts("ann@x.example", null), Consent.EMPTY, "$second"))
                .expectNoEvents();
    }

    @Test
    void a_change_moves_the_claim_to_the_new_contact() {
        fan.claims.held(FanContactClaims.email(7, "ann@x.example"), ANN);
        fan.given(registered("ann@x.example", null))
                .when(change(contacts("new@x.example", null)))
                .expectEvents(changed(contacts("new@x.example", null)))
                .expectResultMessagePayload(new RegisteredFan(42));
        assertThat(fan.claims.ownerOf(FanContactClaims.email(7, "ann@x.example")))
                .isNull();
        assertThat(fan.claims.ownerOf(FanContactClaims.email(7, "new@x.example")))
                .isEqualTo(ANN.toString());
    }

    @Test
    void a_change_to_another_fans_email_is_refused_naming_it() {
        fan.claims.held(FanContactClaims.email(7, "bob@x.example"), BOB);
        fan.given(registered("ann@x.example", null))
                .when(change(contacts("bob@x.example", null)))
                .expectNoEvents()
                .expectException(refusalNaming("email"));
    }

    @Test
    void a_change_to_another_fans_phone_is_refused_naming_it() {
        fan.claims.held(FanContactClaims.phone(7, "+12025550101"), BOB);
        fan.given(registered("ann@x.example", null))
                .when(change(contacts(null, "+12025550101")))
                .expectNoEvents()
                .expectException(refusalNaming("phone"));
    }

    @Test
    void a_fan_without_contacts_changes_and_gets_one() {
        fan.given(registered("ann@x.example", null), changed(contacts("", null)))
                .when(change(called("Ann")))
                .expectEvents(changed(called("Ann").given()));
        fan.given(registered("ann@x.example", null), changed(contacts("", null)))
                .when(change(contacts("", "+12025550101")))
                .expectEvents(changed(contacts(null, "+12025550101")));
    }

    @Test
    void one_of_two_contacts_can_be_cleared_and_the_last_cannot() {
        fan.claims.held(FanContactClaims.phone(7, "+12025550101"), ANN);
        fan.given(registered("ann@x.example", "+12025550101"))
                .when(change(contacts(null, "")))
                .expectEvents(changed(contacts(null, "")));
        assertThat(fan.claims.ownerOf(FanContactClaims.phone(7, "+12025550101")))
                .isNull();
        fan.given(registered("ann@x.example", "+12025550101"), changed(contacts(null, "")))
                .when(change(contacts("", null)))
                .expectNoEvents()
                .expectException(refusalNaming("email"));
    }

    @Test
    void a_change_that_changes_nothing_is_not_recorded() {
        fan.given(new FanRegistered(ANN, named("Ann", null, "ann@x.example", null), subscribed(true)))
                .when(change(named("Ann", "", "ann@x.example", null), subscribed(true)))
                .expectNoEvents()
                .expectResultMessagePayload(new RegisteredFan(42));
    }

    @Test
    void a_name_given_in_one_gives_way_to_a_first_or_last_name() {
        fan.given(new FanRegistered(ANN, called("Ann Bell").applyTo(contacts("ann@x.example", null)), Consent.EMPTY))
                .when(change(named("Anna", null, null, null)))
                .expectEvents(FanProfileChanged.of(
                        ANN, Patch.of(named("Anna", null, null, null)).clearing("name")));
    }

    @Test
    void a_change_can_opt_in_and_out_of_businesses() {
        fan.streams.open(new BusinessId(7, 3));
        fan.given(new FanRegistered(ANN, contacts("ann@x.example", null), businesses(List.of(1L, 2L), List.of())))
                .when(change(Profile.EMPTY, businesses(List.of(2L, 3L), List.of(1L, 4L))))
                .expectEvents(agreed(businesses(List.of(3L), List.of(1L))));
    }

    @Test
    void nobody_opts_in_to_what_is_no_business() {
        fan.streams.open(new BusinessId(7, 3)).open(new BusinessId(8, 5));
        Consent wish = businesses(List.of(3L, 5L), List.of());
        Profile ann = contacts("ann@x.example", null);
        fan.givenNoPriorActivity()
                .when(new RegisterFan(ANN, ann, wish, null))
                .expectNoEvents()
                .expectException(refusalNaming("business_5"));
        assertThat(fan.subjectKeys.made).isEmpty();
        fan.given(registered("ann@x.example", null))
                .when(new FillInFan(ANN, ann, wish, null))
                .expectNoEvents()
                .expectException(refusalNaming("business_5"));
        fan.given(registered("ann@x.example", null))
                .when(change(called("Ann").given(), wish))
                .expectNoEvents()
                .expectException(refusalNaming("business_5"));
    }

    @Test
    void a_fan_of_a_removed_business_may_opt_in_again_and_opt_out() {
        fan.given(new FanRegistered(ANN, contacts("ann@x.example", null), businesses(List.of(1L, 2L), List.of())))
                .when(change(Profile.EMPTY, businesses(List.of(1L), List.of(2L, 9L))))
                .expectEvents(agreed(businesses(List.of(), List.of(2L))));
    }

    @Test
    void a_wrong_place_and_birth_date_are_corrected_and_cleared() {
        LocalDate wrong = LocalDate.of(1999, 1, 1);
        LocalDate right = LocalDate.of(1989, 1, 1);
        fan.given(registered("ann@x.example", null), FanProfileChanged.of(ANN, living(1.5, 2.5, wrong)))
                .when(change(living(1.5, 3.5, right)))
                .expectEvents(FanProfileChanged.of(ANN, living(1.5, 3.5, right).without("latitude")));
        fan.given(registered("ann@x.example", null), FanProfileChanged.of(ANN, living(1.5, 2.5, wrong)))
                .when(change(new Patch<>(Profile.EMPTY, Set.of("latitude", "longitude", "birthDate", "city"))))
                .expectEvents(new FanProfileChanged(ANN, Profile.EMPTY, List.of("birthDate", "latitude", "longitude")));
    }

    @Test
    void a_place_goes_with_its_country() {
        var boston = FanProfileChanged.of(ANN, in("US", "MA", "Boston", "02101"));
        fan.given(registered("ann@x.example", null), boston)
                .when(change(in("", null, null, null)))
                .expectEvents(new FanProfileChanged(
                        ANN, Profile.EMPTY, List.of("city", "countryCode", "postalCode", "province")));
        fan.given(registered("ann@x.example", null), boston)
                .when(change(in("CA", null, "Boston", null)))
                .expectEvents(new FanProfileChanged(
                        ANN, in("CA", null, null, null).given(), List.of("postalCode", "province")));
        fan.given(registered("ann@x.example", null), boston)
                .when(change(in("US", null, "Salem", null)))
                .expectEvents(FanProfileChanged.of(ANN, in(null, null, "Salem", null)));
        fan.given(registered("ann@x.example", null))
                .when(change(in("US", null, null, null)))
                .expectEvents(FanProfileChanged.of(ANN, in("US", null, null, null)));
    }

    @Test
    void a_flag_is_taken_back_once() {
        Patch<Consent> unsaid = new Patch<>(Consent.EMPTY, Set.of("isSubscribed"));
        fan.given(new FanRegistered(ANN, contacts("ann@x.example", null), subscribed(true)))
                .when(new ChangeFan(ANN, Patch.of(Profile.EMPTY), unsaid, Patch.of(Curation.EMPTY), null))
                .expectEvents(FanConsentChanged.of(ANN, unsaid));
        fan.given(registered("ann@x.example", null))
                .when(new ChangeFan(ANN, Patch.of(Profile.EMPTY), unsaid, Patch.of(Curation.EMPTY), null))
                .expectNoEvents();
    }

    @Test
    void a_rating_is_cleared() {
        fan.given(
                        registered("ann@x.example", null),
                        curated(CurationBuilder.builder()
                                .rating(5)
                                .metroArea("Boston")
                                .build()))
                .when(curate(new Patch<>(Curation.EMPTY, Set.of("rating"))))
                .expectEvents(new FanCurated(ANN, Curation.EMPTY, List.of("rating")));
    }

    @Test
    void staff_changes_are_recorded_once() {
        Curation five = CurationBuilder.builder().rating(5).metroArea("Boston").build();
        fan.given(registered("ann@x.example", null))
                .when(curate(Patch.of(five)))
                .expectEvents(curated(five));
        fan.given(registered("ann@x.example", null), curated(five))
                .when(curate(Patch.of(five)))
                .expectNoEvents();
    }

    @Test
    void forgetting_frees_the_contacts() {
        fan.claims
                .held(FanContactClaims.email(7, "ann@x.example"), ANN)
                .held(FanContactClaims.phone(7, "+12025550101"), ANN);
        fan.given(registered("ann@x.example", "+12025550101"))
                .when(new ForgetFan(ANN))
                .expectEvents(new FanErased(ANN))
                .expectResultMessagePayload(new ErasedFan(42));
        assertThat(fan.claims.ownerOf(FanContactClaims.email(7, "ann@x.example")))
                .isNull();
        assertThat(fan.claims.ownerOf(FanContactClaims.phone(7, "+12025550101")))
                .isNull();
    }

    @Test
    void a_forgotten_fan_is_unknown_to_every_command() {
        for (var command : List.of(
                change(named("Ann", null, null, null)),
                curate(Patch.of(CurationBuilder.builder().rating(5).build())),
                new ForgetFan(ANN))) {
            fan.given(registered("ann@x.example", null), new FanErased(ANN))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
        fan.given(registered("ann@x.example", null), new FanErased(ANN))
                .when(fillIn(contacts("ann@x.example", null)))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "contact-moved"));
    }

    private static FanRegistered registered(@Nullable String email, @Nullable String phone) {
        return new FanRegistered(ANN, contacts(email, phone), Consent.EMPTY);
    }

    private static FillInFan fillIn(Profile profile) {
        return new FillInFan(ANN, profile, Consent.EMPTY, null);
    }

    private static ChangeFan change(Profile profile) {
        return change(profile, Consent.EMPTY);
    }

    private static ChangeFan change(Profile profile, Consent consent) {
        return new ChangeFan(ANN, Patch.of(profile), Patch.of(consent), Patch.of(Curation.EMPTY), null);
    }

    private static ChangeFan change(Patch<Profile> profile) {
        return new ChangeFan(ANN, profile, Patch.of(Consent.EMPTY), Patch.of(Curation.EMPTY), null);
    }

    private static ChangeFan curate(Patch<Curation> curation) {
        return new ChangeFan(ANN, Patch.of(Profile.EMPTY), Patch.of(Consent.EMPTY), curation, null);
    }

    private static FanProfileChanged changed(Profile changes) {
        return FanProfileChanged.of(ANN, Patch.of(changes));
    }

    private static FanConsentChanged agreed(Consent changes) {
        return FanConsentChanged.of(ANN, Patch.of(changes));
    }

    private static FanCurated curated(Curation changes) {
        return FanCurated.of(ANN, Patch.of(changes));
    }

    private static Patch<Profile> called(String name) {
        return Patch.of(ProfileBuilder.builder().name(name).build());
    }

    private static Patch<Profile> living(double latitude, double longitude, LocalDate born) {
        return Patch.of(ProfileBuilder.builder()
                .birthDate(born)
                .latitude(latitude)
                .longitude(longitude)
                .build());
    }

    private static Patch<Profile> in(
            @Nullable String country, @Nullable String province, @Nullable String city, @Nullable String postalCode) {
        return Patch.of(ProfileBuilder.builder()
                .countryCode(country)
                .province(province)
                .city(city)
                .postalCode(postalCode)
                .build());
    }

    private static Profile contacts(@Nullable String email, @Nullable String phone) {
        return Profile.reachableBy(email, phone);
    }

    private static Profile named(
            @Nullable String first, @Nullable String last, @Nullable String email, @Nullable String phone) {
        return ProfileBuilder.builder()
                .firstName(first)
                .lastName(last)
                .email(email)
                .phone(phone)
                .build();
    }

    private static Consent subscribed(boolean is) {
        return ConsentBuilder.builder()
                .optedInBusinesses(List.of())
                .optedOutBusinesses(List.of())
                .isSubscribed(is)
                .build();
    }

    private static Consent businesses(List<Long> in, List<Long> out) {
        return ConsentBuilder.builder()
                .optedInBusinesses(in)
                .optedOutBusinesses(out)
                .build();
    }
}
