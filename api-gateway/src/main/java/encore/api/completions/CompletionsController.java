package encore.api.completions;

import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.constraints.NotAhead;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.completions.CompletedQuest;
import encore.kernel.completions.CompletionCommand.CompleteQuestByCall;
import encore.kernel.completions.CompletionId;
import encore.kernel.completions.CompletionMap;
import encore.kernel.completions.CompletionQuery.FindCompletionMap;
import encore.kernel.completions.CompletionUids;
import encore.kernel.names.KeySpelling;
import encore.kernel.people.Area;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Completes quests of a business for fans, and lists those that a fan completed. */
@RestController
@Access(scope = "apps", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/ent/businesses/{business_id}/quests")
class CompletionsController {

    record Complete(
            long businessId,
            long pageTabId,
            long fanId,

            @Description("A wristband, which is linked with the fan first. Required for wristband quests.")
            @Nullable
            @Size(max = 255)
            String lookupId,

            @Description(Description.EFFECTIVE_AT) @NotAhead @Nullable
            Instant effectiveAt) {

        CompleteQuestByCall command(long account) {
            return new CompleteQuestByCall(
                    new CompletionId(account, pageTabId, fanId),
                    businessId,
                    KeySpelling.ofCode(blankToNull(lookupId)),
                    uids(),
                    effectiveAt);
        }

        /** Nobody can guess them: a fan_point_uid is data of QR codes. */
        private static CompletionUids uids() {
            return new CompletionUids(Ids.uid(), Ids.uid(), Ids.uid());
        }
    }

    record OfFan(
            long businessId,
            long fanId,

            @Description("Only quests of this performance.") @Nullable @Size(max = 64)
            String performanceUid,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    private final Backend backend;

    CompletionsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Completes a quest for a fan, once")
    @PostMapping("/{page_tab_id}/fans/{fan_id}/complete")
    Mono<CompletedQuest> completeQuest(Caller caller, @Params Complete in) {
        return backend.send(caller, in.command(caller.account()));
    }

    @Description("Tells which quests of a business a fan completed, by page_tab_id")
    @GetMapping("/fans/{fan_id}/complete")
    Mono<Map<Long, Boolean>> findCompletedQuests(Caller caller, @Params OfFan in) {
        return backend.ask(
                        caller,
                        new FindCompletionMap(
                                caller.account(), in.businessId(), in.fanId(), in.performanceUid(), in.asOf()))
                .map(CompletionMap::byPageTabId);
    }
}
