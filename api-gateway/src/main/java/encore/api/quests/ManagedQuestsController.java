package encore.api.quests;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.outbound.PublicShortLinks;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.server.GatewaySettings;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestCommand.ChangeQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestQuery.FindQuest;
import encore.kernel.quests.QuestQuery.ListAllQuests;
import encore.kernel.quests.QuestQuery.ListQuests;
import encore.kernel.quests.QuestQuery.QuestSelection;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages quests: lists them, also as of an earlier moment, and changes them. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage/quests")
class ManagedQuestsController {

    private static final int ROWS = 200;
    private static final String ONE = "/{page_tab_id}";

    record Find(
            @Description("Absent: the quests of all businesses, in the order of creation.")
            @Nullable
            @Min(1)
            @Max(Ids.HIGHEST)
            Long businessId,

            @Description("The quests of this performance alone.") @Nullable @Size(max = 64)
            String performanceUid,

            @Description("The quests with this status alone.")
            Quest.@Nullable Status status,

            @Description("With business_id only. " + Description.AS_OF) @Nullable
            AsOf asOf) {

        @AssertTrue(message = "is required with as_of")
        @ErrorField("business_id")
        boolean isOfBusinessWithAsOf() {
            return asOf == null || businessId != null;
        }

        ListAllQuests page(Caller caller, Instant now, NextKey page) {
            return new ListAllQuests(
                    caller.account(), new QuestSelection(businessId, performanceUid), status, now, page);
        }

        ListQuests ofBusiness(Caller caller, long business, Instant now) {
            return new ListQuests(caller.account(), business, false, performanceUid, status, now, asOf);
        }
    }

    record One(
            long pageTabId,
            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    record Change(
            long pageTabId,

            @Description("Cannot be cleared.") @Nullable @Size(max = 128)
            String questTitle,

            @Description("The place in the list of the business. Quests without one come last.")
            @Nullable
            @Min(0)
            @Max(Ids.HIGHEST)
            Long orderIdx,

            @Description("true switches the quest off.") @Nullable
            Boolean isDisabled,

            ClearedComponents cleared) {}

    private final Backend backend;
    private final GatewaySettings settings;

    ManagedQuestsController(Backend backend, GatewaySettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    @Description("Lists quests; those of a business by order_idx and then in the order of creation")
    @GetMapping
    ListOrPage<Quest.Row> all(Caller caller, @Params Find in, @Params NamesPaging paging) {
        Instant now = Instant.now();
        Function<NextKey, Mono<Page<Quest.Row>>> ask = page -> backend.ask(caller, in.page(caller, now, page))
                .map(quests -> quests.map(quest -> quest.row(settings.publicUrl())));
        return in.businessId() == null || paging.isPage()
                ? paging.without("as_of", in.asOf()).answer(ROWS, ask)
                : new ListOrPage<>(backend.ask(caller, in.ofBusiness(caller, in.businessId(), now))
                        .flatMapIterable(all -> all)
                        .map(quest -> quest.row(settings.publicUrl())));
    }

    @Description("Finds a quest")
    @GetMapping(ONE)
    Mono<Quest.Row> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindQuest(caller.account(), in.pageTabId(), Instant.now(), in.asOf()))
                .map(quest -> quest.row(settings.publicUrl()));
    }

    @Description("Changes a quest, except for its type and its business")
    @PostMapping(ONE)
    Mono<Quest.Row> change(Caller caller, @Params Change in, @Params QuestInput details) {
        PublicShortLinks.mustBeNone("link_url", details.linkUrl(), settings.publicUrl());
        Patch<QuestDetails> change = in.cleared()
                .union(details.cleared())
                .toPatch(details.details(in.questTitle(), in.orderIdx(), in.isDisabled()));
        var quest = new QuestId(caller.account(), in.pageTabId());
        return backend.save(caller, new ChangeQuest(quest, change, Instant.now()))
                .map(shown -> shown.row(settings.publicUrl()));
    }
}
