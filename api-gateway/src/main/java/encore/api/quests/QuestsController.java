package encore.api.quests;

import static encore.api.access.Lock.KEY;
import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.outbound.PublicShortLinks;
import encore.api.problems.Ids;
import encore.api.server.GatewaySettings;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestCommand.CreateQuest;
import encore.kernel.quests.QuestCommand.DeleteQuest;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestQuery.ListQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.quests.SavedQuest;
import encore.kernel.trackers.NewTracker;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the quests of a business. */
@RestController
@Access(scope = "apps", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/ent/businesses/{business_id}/quests")
class QuestsController {

    record Find(
            long businessId,

            @Description("The quests of this performance alone.") @Nullable @Size(max = 64)
            String performanceUid) {}

    record Create(
            long businessId, @NotBlank @Size(max = 128) String questTitle, QuestType questType) {}

    record One(long businessId, long pageTabId) {}

    private final Backend backend;
    private final GatewaySettings settings;

    QuestsController(Backend backend, GatewaySettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    @Description("Lists the quests of a business, by order_idx and then in the order of creation")
    @Access(scope = "apps", lock = KEY)
    @GetMapping
    Mono<List<Quest.Row>> findQuests(Caller caller, @Params Find in) {
        var query =
                new ListQuests(caller.account(), in.businessId(), true, in.performanceUid(), null, Instant.now(), null);
        return backend.ask(caller, query)
                .map(quests -> quests.stream()
                        .map(quest -> quest.row(settings.publicUrl()))
                        .toList());
    }

    @Description("Creates a quest")
    @PostMapping
    Mono<SavedQuest> createQuest(Caller caller, @Params Create in, @Params QuestInput details) {
        PublicShortLinks.mustBeNone("link_url", details.linkUrl(), settings.publicUrl());
        var quest = new QuestId(caller.account(), Ids.number());
        var tracker = new NewTracker(Ids.number(), Ids.key());
        return backend.send(
                caller,
                new CreateQuest(
                        quest, in.businessId(), in.questType(), details.details(in.questTitle(), null, null), tracker));
    }

    @Description("Deletes a quest permanently; completions and points stay")
    @DeleteMapping("/{page_tab_id}")
    Mono<Boolean> deleteQuest(Caller caller, @Params One in) {
        var quest = new QuestId(caller.account(), in.pageTabId());
        return backend.send(caller, new DeleteQuest(quest, in.businessId())).thenReturn(true);
    }
}
