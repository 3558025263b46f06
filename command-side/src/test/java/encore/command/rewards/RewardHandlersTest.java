package encore.command.rewards;

import static encore.command.Refusals.assertRefused;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AnsweringDispatch;
import encore.kernel.Command;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessCommand.ReadBusinessPoints;
import encore.kernel.businesses.BusinessId;
import encore.kernel.fans.FanId;
import encore.kernel.rewards.IssuedReward;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.AssignReward;
import encore.kernel.rewards.RewardCommand.CheckNewReward;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardCommand.GiveReward;
import encore.kernel.rewards.RewardCommand.IssueReward;
import encore.kernel.rewards.RewardCommand.OpenReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.RewardUid;
import encore.kernel.rewards.codes.PrizeCodeCommand.AddPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCommand.ReadPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCommand.StorePrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCount;
import encore.kernel.rewards.codes.PrizeCodesId;
import encore.kernel.tiers.PointTierEvent.TierOpened;
import encore.kernel.tiers.PointTierId;
import encore.kernel.tiers.PointTiersId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RewardHandlersTest {

    private static final RewardId CAP = new RewardId(7, "cap");
    private static final PrizeCodesId CODES = new PrizeCodesId(7, "cap");
    private static final BusinessId ROVERS = new BusinessId(7, 9);
    private static final FanId FAN = new FanId(7, 42);
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final OpenStreams streams = new OpenStreams()
            .open(FAN)
            .open(ROVERS)
            .begun(new AccountId(7), new AccountOpened(new AccountId(7), "Rovers", null, "cents"));
    private final AnsweringDispatch dispatch = new AnsweringDispatch(this::answer);
    private final List<Command<?>> sent = dispatch.sent;
    private @Nullable String ofTheBusiness = "discs";

    @Test
    void a_reward_keeps_the_point_type_of_its_business_else_of_the_account() {
        assertThat(create(RewardType.BADGE, List.of("ignored"))).isEqualTo(new RewardUid("cap"));
        ofTheBusiness = null;
        create(RewardType.BADGE, List.of());
        assertThat(sent)
                .containsExactly(
                        new ReadBusinessPoints(ROVERS),
                        new OpenReward(CAP, 9, RewardType.BADGE, "discs", RewardDetails.NONE),
                        new ReadBusinessPoints(ROVERS),
                        new OpenReward(CAP, 9, RewardType.BADGE, "cents", RewardDetails.NONE));
        streams.ended(ROVERS);
        assertRefused(() -> create(RewardType.BADGE, List.of()), refusalAsUnknown());
    }

    @Test
    void prize_codes_are_stored_before_their_reward() {
        create(RewardType.PRIZE_CODE, List.of("A"));
        assertThat(sent)
                .containsExactly(
                        new ReadBusinessPoints(ROVERS),
                        new CheckNewReward(new OpenReward(CAP, 9, RewardType.PRIZE_CODE, "discs", RewardDetails.NONE)),
                        new StorePrizeCodes(CODES, List.of("A")),
                        new OpenReward(CAP, 9, RewardType.PRIZE_CODE, "discs", RewardDetails.NONE));
    }

    @Test
    void a_reward_that_is_made_with_a_tier_keeps_the_point_type_of_its_business_too() {
        PointTierId gold = new PointTierId(7, "gold");
        streams.begun(gold, new TierOpened(gold, new PointTiersId(7, "stars")));
        RewardDetails details = RewardDetailsBuilder.builder(RewardDetails.NONE)
                .requirementType(RequirementType.POINT_TIER)
                .pointTierUid("gold")
                .build();
        new CreateRewardHandler()
                .decide(new CreateReward(CAP, 9, RewardType.BADGE, details, List.of()), streams, dispatch);
        assertThat(sent)
                .containsExactly(
                        new ReadBusinessPoints(ROVERS), new OpenReward(CAP, 9, RewardType.BADGE, "discs", details));
    }

    @Test
    void codes_are_added_to_open_rewards_that_have_some() {
        begin(RewardType.PRIZE_CODE);
        assertThat(add()).isEqualTo(new PrizeCodeCount(3));
        assertThat(sent).containsExactly(new StorePrizeCodes(CODES, List.of("A")));
        begin(RewardType.BADGE);
        assertRefused(this::add, refusalNaming("prize_codes"));
        streams.ended(ROVERS);
        assertRefused(this::add, refusalAsUnknown());
        streams.open(ROVERS).ended(CAP);
        assertRefused(this::add, refusalAsUnknown());
    }

    @Test
    void an_issuance_asks_for_the_number_of_codes_where_there_are_some() {
        IssueReward issue = new IssueReward(CAP, 42, "p", NOON, List.of(5L), false);
        begin(RewardType.BADGE);
        issue(issue);
        begin(RewardType.PRIZE_CODE);
        issue(issue);
        assertThat(sent).containsExactly(new GiveReward(issue, 0), new ReadPrizeCodes(CODES), new GiveReward(issue, 3));
    }

    @Test
    void nothing_is_issued_of_a_reward_that_never_was() {
        assertRefused(() -> issue(new IssueReward(CAP, 42, "p", NOON, List.of(), false)), refusalAsUnknown());
    }

    @Test
    void by_hand_a_reward_of_the_business_is_assigned_to_a_fan() {
        begin(RewardType.BADGE);
        assign(9);
        assertThat(sent).containsExactly(new GiveReward(new IssueReward(CAP, 42, "p", NOON, List.of(), true), 0));
        streams.open(new BusinessId(7, 10));
        assertRefused(() -> assign(10), refusalNaming("reward_uid"));
        assertRefused(() -> assign(11), refusalAsUnknown());
        streams.ended(CAP);
        assertRefused(() -> assign(9), refusalNaming("reward_uid"));
        streams.open(CAP).ended(FAN);
        assertRefused(() -> assign(9), refusalAsUnknown());
    }

    private void begin(RewardType type) {
        streams.begun(CAP, new RewardCreated(CAP, 9, type, "points", RewardDetails.NONE));
    }

    private RewardUid create(RewardType type, List<String> codes) {
        return new CreateRewardHandler()
                .decide(new CreateReward(CAP, 9, type, RewardDetails.NONE, codes), streams, dispatch);
    }

    private PrizeCodeCount add() {
        return new PrizeCodesHandler().decide(new AddPrizeCodes(CAP, List.of("A")), streams, dispatch);
    }

    private void issue(IssueReward issue) {
        new IssueRewardHandler().decide(issue, streams, dispatch);
    }

    private void assign(long business) {
        new IssueRewardHandler().decide(new AssignReward(CAP, business, 42, "p", NOON), streams, dispatch);
    }

    /** Answers each command as its stream would. */
    private Object answer(Command<?> command) {
        return switch (command) {
            case ReadBusinessPoints business -> new Business.Points(ofTheBusiness);
            case StorePrizeCodes codes -> new PrizeCodeCount(3);
            case ReadPrizeCodes codes -> new PrizeCodeCount(3);
            case OpenReward open -> new RewardUid(open.reward().uid());
            case CheckNewReward check -> new RewardUid(check.reward().uid());
            case GiveReward give -> new IssuedReward(give.issue().fanId(), "cap", "p");
            default -> throw new IllegalArgumentException(command.toString());
        };
    }
}
