package encore.api.shows.clicks;

import encore.api.shows.clicks.ClickerAction.Clicks;
import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.kernel.campaigns.CampaignId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The frame {@code clicker}. */
@Component
class ClickerAction implements RoomAction<Clicks> {

    static final long MAX_CLICKS = 1_000_000_000;

    /** @param clickCount the fan's total */
    record Clicks(
            @NotNull Long pageTabId,
            @NotNull @Size(max = 64) String clickerInstanceUid,
            @NotNull @Min(1) @Max(MAX_CLICKS) Long clickCount) {}

    private final ClickGathering gathering;

    ClickerAction(ClickGathering gathering) {
        this.gathering = gathering;
    }

    @Override
    public String event() {
        return "clicker";
    }

    @Override
    public String description() {
        return "Counts a fan's total of clicks; the largest counts.";
    }

    @Override
    public Class<Clicks> data() {
        return Clicks.class;
    }

    @Override
    public Class<CountedTotal> answer() {
        return CountedTotal.class;
    }

    @Override
    public Mono<CountedTotal> handle(RoomCaller caller, Clicks frame) {
        return gathering.count(
                caller.caller().context(),
                new CampaignId(caller.account(), frame.pageTabId()),
                caller.fanId(),
                frame.clickerInstanceUid(),
                frame.clickCount(),
                caller.arrivedAt());
    }
}
