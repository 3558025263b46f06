package encore.api.shows.scores;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.shows.SharedReads;
import encore.api.shows.control.MemberCounts;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.scores.EventStats;
import encore.kernel.shows.scores.EventStats.ClickerCount;
import encore.kernel.shows.scores.EventStats.QuestionCount;
import encore.kernel.shows.scores.ScoreQuery.FindEventStats;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves what a live show counts to staff, who have no session in it. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}")
class ManagedShowStatsController {

    record OfShow(long pageTabId) {}

    /**
     * Counts of a show, with the clock by which its timers run.
     *
     * @param members the fans and guests who are connected now. Staff who follow the show are none
     * @param fanCount the fans who joined a room or took part
     * @param countedTimestamp when it was counted, by the clock of the server
     */
    record CountsForStaff(
            ShowState state,
            long members,
            long fanCount,
            long chatMessageCount,
            List<QuestionCount> questions,
            List<ClickerCount> clickers,
            @WireTime(WireTime.Form.SECONDS) Instant countedTimestamp) {

        static CountsForStaff of(EventStats stats, long members) {
            return new CountsForStaff(
                    stats.state(),
                    members,
                    stats.fanCount(),
                    stats.chatMessageCount(),
                    stats.questions(),
                    stats.clickers(),
                    Instant.now());
        }
    }

    private final SharedReads sharedReads;
    private final MemberCounts memberCounts;

    ManagedShowStatsController(SharedReads sharedReads, MemberCounts memberCounts) {
        this.sharedReads = sharedReads;
        this.memberCounts = memberCounts;
    }

    @Description("Shows how many fans and guests are in a show, and counts messages, answers and clicks")
    @GetMapping("/stats")
    Mono<CountsForStaff> findShowCounts(Caller caller, @Params OfShow in) {
        return sharedReads
                .ask(caller, new FindEventStats(caller.account(), in.pageTabId()))
                .zipWith(memberCounts.ofShow(caller, in.pageTabId()), CountsForStaff::of);
    }
}
