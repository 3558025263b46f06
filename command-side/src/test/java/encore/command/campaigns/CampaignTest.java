package encore.command.campaigns;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Patch;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.ChangeCampaign;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignCommand.DeleteCampaign;
import encore.kernel.campaigns.CampaignCommand.RequireOpenCampaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignEvent.CampaignChanged;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignName;
import encore.kernel.campaigns.SavedCampaign;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class CampaignTest {

    private static final CampaignId SPRING = new CampaignId(7, 100);
    private static final CampaignId OTHER = new CampaignId(7, 101);
    private static final Claim NAME = new Claim(CampaignName.SPACE, 7, "Spring");
    private static final Claim NEW_NAME = new Claim(CampaignName.SPACE, 7, "Summer");
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final AggregateUnderTest<Campaign> campaign = new AggregateUnderTest<>(Campaign.class);

    @BeforeEach
    void the_business_is_there() {
        campaign.streams.open(new BusinessId(7, 5)).open(OTHER);
        campaign.claims.held(new Claim(CampaignName.SPACE, 7, "Taken"), OTHER);
    }

    @Test
    void a_new_campaign_takes_its_name_without_space_around_it() {
        campaign.givenNoPriorActivity()
                .when(create(5L, named(" Spring ")))
                .expectEvents(created("Spring"))
                .expectResultMessagePayload(new SavedCampaign(100));
        assertThat(campaign.claims.ownerOf(NAME)).isEqualTo(SPRING.toString());
    }

    @Test
    void a_campaign_may_be_of_no_business_and_not_of_one_that_is_not() {
        campaign.givenNoPriorActivity()
                .when(create(null, named("Spring")))
                .expectEvents(new CampaignCreated(SPRING, AppType.TRIVIA, null, first("Spring")));
        refused(create(6L, named("Spring")), "business_id");
    }

    @Test
    void a_name_that_is_missing_or_anothers_is_refused() {
        for (String name : new String[] {null, "", "  ", "Taken", " Taken "}) {
            refused(create(5L, named(name)), "name");
        }
        assertThat(campaign.claims.held).hasSize(1);
    }

    @Test
    void a_blank_name_that_was_stored_earlier_does_not_hinder_other_changes() {
        CampaignDetails later =
                CampaignDetailsBuilder.builder().startTimestamp(NOON).build();
        campaign.given(created("\u2800"))
                .when(change(null, null, later))
                .expectEvents(CampaignChanged.of(SPRING, Patch.of(later)));
        campaign.given(created("Spring"))
                .when(change(null, null, named("\u2800")))
                .expectNoEvents()
                .expectException(refusalNaming("name"));
        refused(create(5L, named("\u200B")), "name");
    }

    @Test
    void another_account_may_have_the_same_name() {
        campaign.claims.held(new Claim(CampaignName.SPACE, 8, "Spring"), new CampaignId(8, 1));
        campaign.givenNoPriorActivity().when(create(5L, named("Spring"))).expectEvents(created("Spring"));
    }

    @Test
    void it_ends_not_before_it_starts_and_bundles_what_there_is() {
        refused(create(5L, lasting(NOON, NOON.minusSeconds(1))), "end_timestamp");
        refused(create(5L, bundling(List.of(101L, 102L))), "bundled_page_tab_ids");
        CampaignDetails whole = Patch.of(bundling(List.of(101L, 101L))).applyTo(lasting(NOON, NOON));
        campaign.givenNoPriorActivity()
                .when(create(5L, whole))
                .expectEvents(new CampaignCreated(SPRING, AppType.TRIVIA, 5L, whole));
        assertThat(whole.bundledPageTabIds()).containsExactly(101L);
    }

    @Test
    void a_change_says_only_what_is_other_than_before() {
        CampaignDetails wish = with(null, null, null, props("b"), null, List.of());
        campaign.given(created("Spring"))
                .when(change(null, null, wish))
                .expectEvents(CampaignChanged.of(SPRING, Patch.of(with(null, null, null, props("b"), null, null))));
        campaign.given(created("Spring"), CampaignChanged.of(SPRING, Patch.of(wish)))
                .when(change(AppType.TRIVIA, 5L, with("Spring", null, null, props("b"), null, List.of())))
                .expectNoEvents();
    }

    @Test
    void cleared_components_go_and_the_name_cannot_be_cleared() {
        var set = CampaignChanged.of(SPRING, Patch.of(lasting(NOON, NOON)));
        campaign.given(created("Spring"), set)
                .when(new ChangeCampaign(SPRING, null, null, new Patch<>(NOTHING, Set.of("startTimestamp", "rules"))))
                .expectEvents(CampaignChanged.of(SPRING, new Patch<>(NOTHING, Set.of("startTimestamp"))));
        campaign.given(created("Spring"), set)
                .when(new ChangeCampaign(SPRING, null, null, new Patch<>(NOTHING, Set.of("name"))))
                .expectNoEvents()
                .expectException(refusalNaming("name"));
    }

    @Test
    void a_start_behind_the_end_there_is_is_refused() {
        campaign.given(created("Spring"), CampaignChanged.of(SPRING, Patch.of(lasting(NOON, NOON))))
                .when(change(null, null, lasting(NOON.plusSeconds(1), null)))
                .expectNoEvents()
                .expectException(refusalNaming("start_timestamp"));
    }

    @Test
    void a_rename_moves_the_claim() {
        campaign.claims.held(NAME, SPRING);
        campaign.given(created("Spring"))
                .when(change(null, null, named("Summer ")))
                .expectEvents(CampaignChanged.of(SPRING, Patch.of(named("Summer"))));
        assertThat(campaign.claims.ownerOf(NAME)).isNull();
        assertThat(campaign.claims.ownerOf(NEW_NAME)).isEqualTo(SPRING.toString());
    }

    @Test
    void a_rename_to_anothers_name_is_refused_and_moves_nothing() {
        campaign.claims.held(NAME, SPRING);
        campaign.given(created("Spring"))
                .when(change(null, null, named("Taken")))
                .expectNoEvents()
                .expectException(refusalNaming("name"));
        assertThat(campaign.claims.ownerOf(NAME)).isEqualTo(SPRING.toString());
    }

    @Test
    void the_kind_and_the_business_never_change() {
        campaign.given(created("Spring"))
                .when(change(AppType.BINGO, null, NOTHING))
                .expectNoEvents()
                .expectException(refusalNaming("app_type"));
        campaign.given(created("Spring"))
                .when(change(null, 6L, NOTHING))
                .expectNoEvents()
                .expectException(refusalNaming("business_id"));
    }

    @Test
    void a_deleted_campaign_gives_its_name_back() {
        campaign.claims.held(NAME, SPRING);
        campaign.given(created("Spring"))
                .when(new DeleteCampaign(SPRING))
                .expectEvents(new CampaignDeleted(SPRING))
                .expectResultMessagePayload(new SavedCampaign(100));
        assertThat(campaign.claims.ownerOf(NAME)).isNull();
    }

    @Test
    void a_deleted_campaign_is_unknown() {
        for (Object command : new Object[] {new DeleteCampaign(SPRING), change(null, null, named("Summer"))}) {
            campaign.given(created("Spring"), new CampaignDeleted(SPRING))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
        assertThat(campaign.claims.ownerOf(NEW_NAME)).isNull();
    }

    private static final CampaignDetails NOTHING = with(null, null, null, null, null, null);

    private void refused(CreateCampaign command, String field) {
        campaign.givenNoPriorActivity().when(command).expectNoEvents().expectException(refusalNaming(field));
    }

    private static CreateCampaign create(@Nullable Long business, CampaignDetails details) {
        return new CreateCampaign(SPRING, AppType.TRIVIA, business, details);
    }

    private static CampaignCreated created(String name) {
        return new CampaignCreated(SPRING, AppType.TRIVIA, 5L, first(name));
    }

    private static CampaignDetails first(String name) {
        return Patch.of(named(name)).applyTo(CampaignDetails.NONE);
    }

    @Test
    void a_campaign_is_open_unless_it_is_off_or_over() {
        var required = new RequireOpenCampaign(SPRING, "campaign_name");
        campaign.given(created("Spring")).when(required).expectNoEvents().expectSuccessfulHandlerExecution();
        CampaignDetails off = CampaignDetailsBuilder.builder().isActive(false).build();
        CampaignDetails over = CampaignDetailsBuilder.builder()
                .endTimestamp(NOON.minusSeconds(1))
                .build();
        CampaignDetails later = CampaignDetailsBuilder.builder()
                .startTimestamp(NOON.plusSeconds(1))
                .endTimestamp(NOON.plusSeconds(9))
                .build();
        for (CampaignDetails closed : List.of(off, over)) {
            campaign.given(created("Spring"), CampaignChanged.of(SPRING, Patch.of(closed)))
                    .when(required)
                    .expectNoEvents()
                    .expectException(refusalNaming("campaign_name"));
        }
        campaign.given(created("Spring"), CampaignChanged.of(SPRING, Patch.of(later)))
                .when(required)
                .expectNoEvents()
                .expectSuccessfulHandlerExecution();
        campaign.given(created("Spring"), new CampaignDeleted(SPRING))
                .when(required)
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    private static ChangeCampaign change(@Nullable AppType type, @Nullable Long business, CampaignDetails wish) {
        return new ChangeCampaign(SPRING, type, business, Patch.of(wish));
    }

    private static CampaignDetails named(@Nullable String name) {
        return with(name, null, null, null, null, null);
    }

    private static CampaignDetails lasting(@Nullable Instant start, @Nullable Instant end) {
        return with("Spring", start, end, null, null, null);
    }

    private static CampaignDetails bundling(List<Long> pageTabIds) {
        return with("Spring", null, null, null, null, pageTabIds);
    }

    private static ObjectNode props(String value) {
        return JsonMapper.shared().createObjectNode().put("a", value);
    }

    private static CampaignDetails with(
            @Nullable String name,
            @Nullable Instant start,
            @Nullable Instant end,
            @Nullable ObjectNode props,
            @Nullable String rules,
            @Nullable List<Long> bundled) {
        return CampaignDetailsBuilder.builder()
                .name(name)
                .startTimestamp(start)
                .endTimestamp(end)
                .rules(rules)
                .props(props)
                .bundledPageTabIds(bundled)
                .build();
    }
}
