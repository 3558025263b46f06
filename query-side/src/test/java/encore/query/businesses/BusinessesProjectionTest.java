package encore.query.businesses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessDetails;
import encore.kernel.businesses.BusinessDetailsBuilder;
import encore.kernel.businesses.BusinessEvent.BusinessAdded;
import encore.kernel.businesses.BusinessEvent.BusinessChanged;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.BusinessQuery.FindBusiness;
import encore.kernel.businesses.BusinessQuery.FindBusinessPoints;
import encore.kernel.businesses.BusinessQuery.FindManagedBusiness;
import encore.kernel.businesses.BusinessQuery.FindNamelessMembers;
import encore.kernel.businesses.BusinessQuery.ListBusinesses;
import encore.kernel.businesses.BusinessQuery.ListManagedBusinesses;
import encore.kernel.businesses.BusinessQuery.RequireBusiness;
import encore.kernel.businesses.Member;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.query.ProjectionUnderTest;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class BusinessesProjectionTest {

    private static final BusinessId ROVERS = new BusinessId(7, 20);
    private static final BusinessId CITY = new BusinessId(7, 10);
    private static final BusinessId THEIRS = new BusinessId(8, 30);
    private static final ObjectNode WIFI = JsonNodeFactory.instance.objectNode().put("ssid", "rovers");
    private static final BusinessDetails DETAILS =
            new BusinessDetails("Rovers", "Be fair", "terms", "privacy", WIFI, null, WIFI, WIFI, "p-1");

    private final ProjectionUnderTest<BusinessesProjection> businesses =
            new ProjectionUnderTest<>(BusinessesProjection::new);

    @BeforeEach
    void two_accounts_have_businesses() {
        businesses.given(
                new BusinessAdded(ROVERS, DETAILS),
                new BusinessAdded(THEIRS, called("Rovers")),
                new BusinessAdded(CITY, called("City")));
    }

    @AfterEach
    void close() {
        businesses.close();
    }

    @Test
    void an_account_has_its_own_in_the_order_they_were_added() {
        assertThat(all(7)).containsExactly(Business.of(20, DETAILS), Business.of(10, called("City")));
        assertThat(managed(7))
                .containsExactly(new Business.Managed(20, DETAILS), new Business.Managed(10, called("City")));
        assertThat(all(9)).isEmpty();
    }

    @Test
    void other_features_read_the_points_that_one_gives_and_none_of_a_removed_one() {
        assertThat(points(ROVERS)).isEqualTo("p-1");
        assertThat(points(CITY)).isNull();
        businesses.given(new BusinessRemoved(ROVERS));
        assertThat(points(ROVERS)).isNull();
    }

    @Test
    void one_is_as_it_was_changed_last() {
        assertThat(one(ROVERS)).isEqualTo(new Business.Single(Business.of(20, DETAILS), WIFI));
        businesses.given(BusinessChanged.of(
                ROVERS, new Patch<>(called("United"), Set.of("wifiProps", "legalRules", "pointUid"))));
        var changed = new BusinessDetails("United", null, "terms", "privacy", WIFI, null, WIFI, null, null);
        assertThat(one(ROVERS)).isEqualTo(new Business.Single(Business.of(20, changed), null));
        assertThat(counted(ROVERS)).isEqualTo(new Business.ManagedSingle(20, changed, 0));
    }

    @Test
    void a_missing_business_and_one_of_another_account_are_unknown() {
        businesses.given(registered(1, 10), new BusinessRemoved(CITY));
        assertThat(all(7)).extracting(Business::businessId).containsExactly(20L);
        for (BusinessId id : List.of(CITY, new BusinessId(7, 30), new BusinessId(8, 20))) {
            assertUnknown(() -> one(id));
            assertUnknown(() -> counted(id));
            assertUnknown(() -> members(id, null, 10));
        }
    }

    @Test
    void an_unknown_one_is_refused_as_its_place_in_the_call_wants() {
        assertThat(required(20, true)).isEqualTo(Business.of(20, DETAILS));
        assertUnknown(() -> required(30, true));
        assertThatThrownBy(() -> required(30, false)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo("business_id");
        });
    }

    private Business required(long number, boolean isInPath) {
        return businesses.read(
                documents -> businesses.projection().find(new RequireBusiness(7, number, isInPath), documents));
    }

    @Test
    void members_are_those_who_opted_in_and_not_out_again() {
        businesses.given(
                registered(3, 20, 10),
                registered(1),
                registered(2, 20),
                changed(1, List.of(20L), List.of()),
                changed(3, List.of(), List.of(20L)));
        assertThat(fans(ROVERS)).containsExactly(2L, 1L);
        assertThat(fans(CITY)).containsExactly(3L);
        assertThat(counted(ROVERS).memberCount()).isEqualTo(2);
        businesses.given(changed(3, List.of(20L), List.of(10L)));
        assertThat(fans(ROVERS)).containsExactly(2L, 1L, 3L);
        assertThat(fans(CITY)).isEmpty();
        assertThat(counted(CITY).memberCount()).isZero();
        assertThat(members(ROVERS, null, 10).rows().getLast().creationTimestamp())
                .isEqualTo(ProjectionUnderTest.START.plusSeconds(8));
    }

    @Test
    void members_come_page_by_page_in_the_order_they_opted_in() {
        businesses.given(registered(5, 20), registered(4, 20), registered(6, 20));
        Page<Member> first = members(ROVERS, null, 2);
        assertThat(first.rows()).extracting(Member::fanId).containsExactly(5L, 4L);
        assertThat(first.more()).isTrue();
        Page<Member> second = members(ROVERS, first.last(), 2);
        assertThat(second.rows()).extracting(Member::fanId).containsExactly(6L);
        assertThat(second.more()).isFalse();
    }

    @Test
    void an_erased_fan_is_no_member_any_more() {
        businesses.given(registered(1, 20, 10, 999), registered(2, 20), new FanErased(new FanId(7, 1)));
        assertThat(fans(ROVERS)).containsExactly(2L);
        assertThat(fans(CITY)).isEmpty();
        assertThat(counted(ROVERS).memberCount()).isEqualTo(1);
        businesses.given(new FanErased(new FanId(7, 2)));
        try (var never = new ProjectionUnderTest<>(BusinessesProjection::new)) {
            never.given(
                    new BusinessAdded(ROVERS, DETAILS),
                    new BusinessAdded(THEIRS, called("Rovers")),
                    new BusinessAdded(CITY, called("City")));
            assertThat(businesses.checksums()).isEqualTo(never.checksums());
        }
    }

    @Test
    void a_rebuilt_view_is_the_same() {
        businesses.given(
                registered(1, 20),
                changed(1, List.of(10L), List.of(20L)),
                BusinessChanged.of(CITY, Patch.of(called("Town"))),
                new BusinessRemoved(ROVERS));
        try (var again = businesses.replayed()) {
            assertThat(again.checksums()).isEqualTo(businesses.checksums());
        }
    }

    private static BusinessDetails called(String name) {
        return BusinessDetailsBuilder.builder().businessName(name).build();
    }

    private static FanRegistered registered(long fan, long... businesses) {
        List<Long> in = LongStream.of(businesses).boxed().toList();
        return new FanRegistered(
                new FanId(7, fan),
                Profile.EMPTY,
                ConsentBuilder.builder()
                        .optedInBusinesses(in)
                        .optedOutBusinesses(List.of())
                        .build());
    }

    private static FanConsentChanged changed(long fan, List<Long> in, List<Long> out) {
        return FanConsentChanged.of(
                new FanId(7, fan),
                Patch.of(ConsentBuilder.builder()
                        .optedInBusinesses(in)
                        .optedOutBusinesses(out)
                        .build()));
    }

    private static void assertUnknown(Runnable question) {
        assertThatThrownBy(question::run)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private List<Business> all(long account) {
        return businesses.read(documents -> businesses
                .projection()
                .find(new ListBusinesses(account, new NextKey(null, 10)), documents)
                .rows());
    }

    private List<Business.Managed> managed(long account) {
        return businesses.read(documents -> businesses
                .projection()
                .find(new ListManagedBusinesses(account, new NextKey(null, 10)), documents)
                .rows());
    }

    private Business.Single one(BusinessId id) {
        return businesses.read(
                documents -> businesses.projection().find(new FindBusiness(id.account(), id.number()), documents));
    }

    private Business.ManagedSingle counted(BusinessId id) {
        return businesses.read(documents ->
                businesses.projection().find(new FindManagedBusiness(id.account(), id.number()), documents));
    }

    private @Nullable String points(BusinessId id) {
        return businesses
                .read(documents ->
                        businesses.projection().find(new FindBusinessPoints(id.account(), id.number()), documents))
                .pointUid();
    }

    private List<Long> fans(BusinessId id) {
        return members(id, null, 10).rows().stream().map(Member::fanId).toList();
    }

    private Page<Member> members(BusinessId id, @Nullable String after, int limit) {
        return businesses.read(documents -> businesses
                .projection()
                .find(new FindNamelessMembers(id.account(), id.number(), new NextKey(after, limit)), documents));
    }
}
