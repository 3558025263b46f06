package encore.command.rewards;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.rewards.RewardCommand.AnnounceExpiration;
import encore.kernel.rewards.RewardCommand.ChangeReward;
import encore.kernel.rewards.RewardCommand.GiveReward;
import encore.kernel.rewards.RewardCommand.IssueReward;
import encore.kernel.rewards.RewardCommand.ReadReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;

class RewardCommands implements RandomCommands {

    private static final RewardId CODE = new RewardId(7, "code");
    private static final Instant LATER = Instant.parse("2027-03-01T12:00:00Z");

    private long fan = 40;

    @Override
    public Class<?> aggregate() {
        return Reward.class;
    }

    @Override
    public List<Event> begun() {
        RewardDetails details = RewardDetailsBuilder.builder(RewardDetails.NONE)
                .rewardTitle("A code")
                .build();
        return List.of(new RewardCreated(
                CODE, 9, RewardType.PRIZE_CODE, "points", RewardRules.normalised(RewardType.PRIZE_CODE, details)));
    }

    @Override
    public Command<?> next(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> new ChangeReward(CODE, Patch.of(changes(random)), LATER);
            case 1 -> new ReadReward(CODE);
            case 2 -> new AnnounceExpiration(CODE, LATER.plusSeconds(random.nextInt(2)));
            default ->
                new GiveReward(
                        new IssueReward(CODE, ++fan, "p" + fan, LATER, List.of(), random.nextBoolean()),
                        random.nextInt(4));
        };
    }

    private static RewardDetails changes(Random random) {
        RewardDetailsBuilder builder = RewardDetailsBuilder.builder(RewardDetails.NONE);
        switch (random.nextInt(5)) {
            case 0 -> builder.rewardTitle("Code " + random.nextInt(3));
            case 1 -> builder.isLimited(random.nextBoolean());
            case 2 -> builder.isDisabled(random.nextInt(4) == 0);
            case 3 ->
                builder.winnerSelectionModel(random.nextBoolean() ? WinnerSelection.ALL : WinnerSelection.FIRST)
                        .rewardLimit((long) random.nextInt(1, 9));
            default ->
                builder.expirationTimestamp(LATER.plusSeconds(random.nextInt(2)))
                        .timezone(ZoneId.of("Europe/Vienna"));
        }
        return builder.build();
    }
}
