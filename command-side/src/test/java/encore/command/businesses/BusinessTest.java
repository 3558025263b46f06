package encore.command.businesses;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.Business.Points;
import encore.kernel.businesses.BusinessCommand;
import encore.kernel.businesses.BusinessCommand.AddBusiness;
import encore.kernel.businesses.BusinessCommand.ChangeBusiness;
import encore.kernel.businesses.BusinessCommand.ReadBusinessPoints;
import encore.kernel.businesses.BusinessCommand.RemoveBusiness;
import encore.kernel.businesses.BusinessDetails;
import encore.kernel.businesses.BusinessDetailsBuilder;
import encore.kernel.businesses.BusinessEvent.BusinessAdded;
import encore.kernel.businesses.BusinessEvent.BusinessChanged;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.SavedBusiness;
import encore.kernel.points.PointTypeId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class BusinessTest {

    private static final BusinessId TEAM = new BusinessId(7, 42);
    private static final BusinessDetails ROVERS = business("Rovers", "Be fair", wifi("rovers"), "p-1");

    private final AggregateUnderTest<Business> business = new AggregateUnderTest<>(Business.class);

    @Test
    void a_business_is_added_with_points_of_a_kind_that_there_is() {
        business.streams.open(new PointTypeId(7, "p-1"));
        business.givenNoPriorActivity()
                .when(new AddBusiness(TEAM, ROVERS))
                .expectEvents(new BusinessAdded(TEAM, ROVERS))
                .expectResultMessagePayload(new SavedBusiness(42));
    }

    @Test
    void points_of_no_kind_or_of_another_accounts_are_refused() {
        business.streams.open(new PointTypeId(8, "p-1")).open(new PointTypeId(7, "p-2"));
        business.givenNoPriorActivity()
                .when(new AddBusiness(TEAM, ROVERS))
                .expectNoEvents()
                .expectException(refusalNaming("point_uid"));
        business.given(new BusinessAdded(TEAM, business("Rovers", null, null, "p-2")))
                .when(new ChangeBusiness(TEAM, Patch.of(ROVERS)))
                .expectNoEvents()
                .expectException(refusalNaming("point_uid"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void a_business_always_has_a_name(String name) {
        business.givenNoPriorActivity()
                .when(new AddBusiness(TEAM, business(name, null, null, null)))
                .expectNoEvents()
                .expectException(refusalNaming("business_name"));
        business.given(new BusinessAdded(TEAM, ROVERS))
                .when(new ChangeBusiness(TEAM, Patch.of(business(name, null, null, null))))
                .expectNoEvents()
                .expectException(refusalNaming("business_name"));
    }

    @Test
    void a_number_that_is_taken_is_a_conflict() {
        business.given(new BusinessAdded(TEAM, business("Rovers", null, null, null)))
                .when(new AddBusiness(TEAM, business("City", null, null, null)))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "business-id-taken"));
    }

    @Test
    void a_change_records_what_changes_alone() {
        var change = new Patch<>(business("Rovers", "Be kind", wifi("rovers"), null), Set.of("pointUid", "mediaMap"));
        business.given(new BusinessAdded(TEAM, ROVERS))
                .when(new ChangeBusiness(TEAM, change))
                .expectEvents(new BusinessChanged(TEAM, business(null, "Be kind", null, null), List.of("pointUid")))
                .expectResultMessagePayload(new SavedBusiness(42));
    }

    @Test
    void a_change_to_what_is_so_already_records_nothing() {
        business.given(new BusinessAdded(TEAM, ROVERS))
                .when(new ChangeBusiness(TEAM, Patch.of(business("Rovers", null, wifi("rovers"), "p-1"))))
                .expectNoEvents()
                .expectResultMessagePayload(new SavedBusiness(42));
    }

    @Test
    void its_points_can_be_read() {
        business.given(new BusinessAdded(TEAM, ROVERS))
                .when(new ReadBusinessPoints(TEAM))
                .expectNoEvents()
                .expectResultMessagePayload(new Points("p-1"));
        business.given(new BusinessAdded(TEAM, business("Rovers", null, null, null)))
                .when(new ReadBusinessPoints(TEAM))
                .expectResultMessagePayload(new Points(null));
    }

    @Test
    void a_business_is_removed() {
        business.given(new BusinessAdded(TEAM, ROVERS))
                .when(new RemoveBusiness(TEAM))
                .expectEvents(new BusinessRemoved(TEAM))
                .expectResultMessagePayload(new SavedBusiness(42));
    }

    @Test
    void a_business_that_was_removed_is_unknown() {
        for (BusinessCommand<?> later : List.of(new ChangeBusiness(TEAM, Patch.of(ROVERS)), new RemoveBusiness(TEAM))) {
            business.given(new BusinessAdded(TEAM, ROVERS), new BusinessRemoved(TEAM))
                    .when(later)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    private static BusinessDetails business(
            @Nullable String name, @Nullable String rules, @Nullable ObjectNode wifi, @Nullable String points) {
        return BusinessDetailsBuilder.builder()
                .businessName(name)
                .legalRules(rules)
                .wifiProps(wifi)
                .pointUid(points)
                .build();
    }

    private static ObjectNode wifi(String name) {
        return JsonNodeFactory.instance.objectNode().put("ssid", name);
    }
}
