package encore.query.quests;

import encore.kernel.Refusal;
import encore.kernel.lists.Ordered;
import encore.kernel.paging.Page;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestQuery.FindEnteredQuest;
import encore.kernel.quests.QuestQuery.FindQuest;
import encore.kernel.quests.QuestQuery.ListAllEnteredQuests;
import encore.kernel.quests.QuestQuery.ListAllQuests;
import encore.kernel.quests.QuestQuery.ListEnteredQuests;
import encore.kernel.quests.QuestQuery.ListQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.time.Moment;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Shows quests with their status, and quickpicks quests with the questions of their campaigns. */
@Component
class QuestsWithQuestions implements QueryComponent {

    private final QueryGateway queryGateway;

    QuestsWithQuestions(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Quest.Presentation find(FindQuest query, Moment then) {
        Quest quest = queryGateway.ask(new FindEnteredQuest(query.account(), query.pageTabId(), query.asOf()));
        return showing(query.now(), then).apply(quest);
    }

    @QueryHandler
    List<Quest.Presentation> find(ListQuests query, Moment then) {
        List<Quest> quests = queryGateway.ask(new ListEnteredQuests(
                query.account(), query.businessId(), query.isBusinessInPath(), query.performanceUid(), query.asOf()));
        return quests.stream()
                .map(showing(query.now(), then))
                .filter(quest -> query.status() == null || query.status() == quest.status())
                .toList();
    }

    @QueryHandler
    Page<Quest.Presentation> find(ListAllQuests query) {
        Page<Quest> page =
                queryGateway.ask(new ListAllEnteredQuests(query.account(), query.selection(), query.paging()));
        List<Quest.Presentation> shown = page.rows().stream()
                .map(showing(query.now(), Moment.NOW))
                .filter(quest -> query.status() == null || query.status() == quest.status())
                .toList();
        return page.withRows(shown);
    }

    /** Shows quests at a moment. The questions of a campaign are asked for once. */
    private Function<Quest, Quest.Presentation> showing(Instant now, Moment then) {
        Instant at = then.isNow() ? now : then.at();
        Map<Long, List<QuizQuestion.PublicQuestion>> byCampaign = new HashMap<>();
        return quest -> {
            Long campaign = quest.details().targetPageTabId();
            boolean hasQuestions = quest.questType() == QuestType.QUICKPICKS && campaign != null;
            return new Quest.Presentation(
                    quest,
                    quest.statusAt(at),
                    hasQuestions
                            ? byCampaign.computeIfAbsent(campaign, number -> questions(quest.account(), number))
                            : null);
        };
    }

    /** Returns the questions as their campaign shows them to the public key; none of a campaign that was deleted. */
    private List<QuizQuestion.PublicQuestion> questions(long account, long pageTabId) {
        try {
            return queryGateway.ask(new FindQuizQuestions(account, pageTabId)).stream()
                    .sorted(Ordered.BY_ORDER)
                    .map(QuizQuestion::withoutAnswers)
                    .toList();
        } catch (Refusal refusal) {
            if (refusal.kind() != Refusal.Kind.UNKNOWN) {
                throw refusal;
            }
            return List.of();
        }
    }
}
