package encore.api.quests;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.api.simulation.SimulatedFans;
import encore.api.wire.NdjsonLines;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuest;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuestChange;
import encore.kernel.requirements.simulations.SimulatedRule;
import encore.kernel.requirements.simulations.SimulationLine;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Simulates quests. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, readsOnly = true, lock = SECRET)
@RequestMapping("/api/v1/manage/quests/simulate")
class QuestSimulationController {

    record Simulate(
            @Description("An existing quest, of which the other parameters are changes.")
            @Nullable
            @Min(1)
            @Max(Ids.HIGHEST)
            Long pageTabId,

            @Description("Required without page_tab_id.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long businessId,

            @Description("Required without page_tab_id.") @Nullable @Size(max = 128)
            String questTitle,

            @Description("Required without page_tab_id.") @Nullable
            QuestType questType,

            @Description("true switches the quest off, false on.") @Nullable
            Boolean isDisabled,

            @Description("The quest as if it had been made then. Absent: now, or at as_of.") @Nullable
            AsOf from,

            @Description("What happened after this moment does not count. A position, or a time.") @Nullable
            AsOf asOf,

            ClearedComponents cleared) {

        QuestDetails details(QuestInput input) {
            return input.details(questTitle, null, isDisabled);
        }

        @AssertTrue(message = "is required without page_tab_id")
        @ErrorField("business_id")
        boolean isBusinessGiven() {
            return pageTabId != null || businessId != null;
        }

        @AssertTrue(message = "is required without page_tab_id")
        @ErrorField("quest_title")
        boolean isTitleGiven() {
            return pageTabId != null || questTitle != null;
        }

        @AssertTrue(message = "is required without page_tab_id")
        @ErrorField("quest_type")
        boolean isTypeGiven() {
            return pageTabId != null || questType != null;
        }
    }

    private final Backend backend;
    private final SimulatedFans simulatedFans;

    QuestSimulationController(Backend backend, SimulatedFans simulatedFans) {
        this.backend = backend;
        this.simulatedFans = simulatedFans;
    }

    @Description(
            "Lists the fans who would complete a quest by its rule, in the order of causes, as NDJSON; nothing is written")
    @PostMapping
    NdjsonLines<SimulationLine> simulateQuest(Caller caller, @Params Simulate in, @Params QuestInput details) {
        Mono<SimulatedRule> rule =
                in.pageTabId() == null ? ofNew(caller, in, details) : ofChanged(caller, in.pageTabId(), in, details);
        return simulatedFans.of(caller, rule, in.from(), in.asOf());
    }

    private Mono<SimulatedRule> ofNew(Caller caller, Simulate in, QuestInput details) {
        var quest = new QuestId(caller.account(), Ids.number());
        return backend.send(
                        caller,
                        new PlanQuest(
                                quest,
                                Objects.requireNonNull(in.businessId()),
                                Objects.requireNonNull(in.questType()),
                                in.details(details)))
                .map(state -> SimulatedRule.ofQuest(quest, state, false));
    }

    private Mono<SimulatedRule> ofChanged(Caller caller, long pageTabId, Simulate in, QuestInput details) {
        var quest = new QuestId(caller.account(), pageTabId);
        var change = in.cleared().union(details.cleared()).toPatch(in.details(details));
        return backend.send(caller, new PlanQuestChange(quest, change))
                .map(state -> SimulatedRule.ofQuest(quest, state, true));
    }
}
