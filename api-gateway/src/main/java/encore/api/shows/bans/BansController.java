package encore.api.shows.bans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KeyRegistry;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.shows.bans.BanQuery.FindBan;
import encore.kernel.shows.bans.BanQuery.FindBans;
import encore.kernel.shows.bans.ShowBan;
import encore.kernel.shows.players.PlayerCommand.BanFan;
import encore.kernel.shows.players.PlayerCommand.UnbanFan;
import encore.kernel.shows.players.PlayerId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Bans fans from a show. */
@RestController
@Access(scope = "manage", area = Area.MODERATION, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}/bans")
class BansController {

    private static final int ROWS = 500;
    private static final String ONE = "/{fan_id}";

    record OfShow(long pageTabId) {}

    record One(long pageTabId, long fanId) {}

    record Ban(
            @NotNull @Min(1) @Max(Ids.HIGHEST) Long fanId,

            @Description("True lets the fan read on. False closes its connection too.") @Default("false") @Nullable
            Boolean isMute,

            @Description("The end of the ban. It is for ever unless said.") @Nullable
            Instant until,

            @Nullable @Size(max = 500) String reason) {}

    private final Backend backend;
    private final KeyRegistry keyRegistry;

    BansController(Backend backend, KeyRegistry keyRegistry) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
    }

    @Description("Lists the fans who are banned from a show now, the oldest ban first")
    @GetMapping
    Flux<ShowBan> all(Caller caller, @Params OfShow in) {
        return Pages.all(
                after -> backend.ask(caller, new FindBans(caller.account(), in.pageTabId(), new NextKey(after, ROWS))));
    }

    @Description("Finds the ban of a fan")
    @GetMapping(ONE)
    Mono<ShowBan> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindBan(caller.account(), in.pageTabId(), in.fanId()));
    }

    @Description("Bans a fan from a show, or changes the ban; on every gateway within a second")
    @PostMapping
    Mono<ShowBan> banFan(Caller caller, @Params OfShow in, @Params Ban ban) {
        var command = new BanFan(
                player(caller, in.pageTabId(), ban.fanId()),
                Boolean.TRUE.equals(ban.isMute()),
                ban.until(),
                ban.reason());
        return backend.save(caller, command)
                .flatMap(saved -> keyRegistry
                        .whenBanned(caller.account(), in.pageTabId(), ban.fanId(), command.isMute())
                        .thenReturn(saved));
    }

    @Description("Lifts the ban of a fan")
    @DeleteMapping(ONE)
    Mono<Boolean> unbanFan(Caller caller, @Params One in) {
        return backend.send(caller, new UnbanFan(player(caller, in.pageTabId(), in.fanId())))
                .flatMap(lifted -> keyRegistry.whenUnbanned(caller.account(), in.pageTabId(), in.fanId()))
                .thenReturn(true);
    }

    private static PlayerId player(Caller caller, long pageTabId, long fanId) {
        return new PlayerId(new CampaignId(caller.account(), pageTabId), fanId);
    }
}
