package encore.api.likings;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.FanIdol;
import encore.kernel.likings.LikedIdol;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand;
import encore.kernel.likings.LikingCommand.DislikeNamedIdol;
import encore.kernel.likings.LikingCommand.LikeIdol;
import encore.kernel.likings.LikingCommand.LikeNamedIdol;
import encore.kernel.likings.LikingCommand.RemoveFanIdol;
import encore.kernel.likings.LikingQuery.FindFanIdols;
import encore.kernel.likings.LikingsId;
import encore.kernel.likings.NamedIdol;
import encore.kernel.names.Blanks;
import encore.kernel.people.Area;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists, adds and removes the idols of a fan. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm")
class FanIdolsController {

    private static final String OF_FAN = "/fans/{fan_id}/idols";

    /** Whether an idol is added or removed. */
    enum Action {
        ADD,
        DELETE
    }

    record Find(
            long fanId,

            @Description("Only idols with this label.") @Nullable
            String labelName,

            @Description("Only this idol.") @Nullable @Size(max = 64)
            String idolUid) {}

    record Change(
            long fanId,
            Action action,

            @Description("Either this or an idol_name is required.") @Nullable @Size(max = 64)
            String idolUid,

            @Description("Compared case-insensitively. An unknown idol is created when it is added.")
            @Nullable
            @Size(max = 255)
            String idolName,

            @Description("Whether the fan chose the idol explicitly.") @Default("true") @Nullable
            Boolean isExplicit) {

        @AssertTrue(message = "or idol_name is required, and not both")
        @ErrorField("idol_uid")
        boolean isOneIdol() {
            return (idolUid == null) != (idolName == null || Blanks.isBlank(idolName));
        }

        LikingCommand<LikedIdols> command(LikingsId likings) {
            boolean explicit = !Boolean.FALSE.equals(isExplicit);
            long account = likings.account();
            if (idolUid != null) {
                return action == Action.ADD
                        ? new LikeIdol(likings, new IdolId(account, idolUid), explicit)
                        : new RemoveFanIdol(likings, idolUid, null);
            }
            String name = Objects.requireNonNull(idolName);
            return action == Action.ADD
                    ? new LikeNamedIdol(likings, new NamedIdol(new IdolId(account, Ids.uid()), name), explicit)
                    : new DislikeNamedIdol(likings, name);
        }
    }

    record Remove(long fanId, @NotBlank @Size(max = 64) String idolUid) {}

    private final Backend backend;

    FanIdolsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a fan's idols, in the order in which they were added")
    @GetMapping(OF_FAN)
    Mono<List<FanIdol>> find(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindFanIdols(caller.account(), in.fanId(), in.labelName(), in.idolUid()));
    }

    @Description("Adds an idol to a fan's idols, or removes it")
    @PostMapping(OF_FAN)
    Mono<LikedIdol> change(Caller caller, @Params Change in) {
        var likings = new LikingsId(new FanId(caller.account(), in.fanId()));
        return backend.send(caller, in.command(likings))
                .map(liked -> new LikedIdol(liked.fanId(), liked.idolUids().getFirst()));
    }

    @Description("Removes an idol from a fan's idols")
    @DeleteMapping("/idol_fans")
    Mono<Boolean> remove(Caller caller, @Params Remove in) {
        var likings = new LikingsId(new FanId(caller.account(), in.fanId()));
        return backend.send(caller, new RemoveFanIdol(likings, in.idolUid(), "fan_id"))
                .thenReturn(true);
    }
}
