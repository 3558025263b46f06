package encore.query.people;

import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.accounts.ApiKey;
import encore.kernel.operations.LabelledOperation;
import encore.kernel.operations.OperationsQuery.FindJournalEntries;
import encore.kernel.operations.OperationsQuery.FindOperations;
import encore.kernel.paging.Page;
import encore.kernel.people.ActorNames;
import encore.kernel.people.PeopleQuery.FindActorNames;
import encore.kernel.people.PeopleQuery.FindPeople;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.HashMap;
import java.util.Map;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Names the actors of events: key pairs by their labels, and people by their names. */
@Component
class ActorLabels implements QueryComponent {

    private final QueryGateway queryGateway;

    ActorLabels(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    ActorNames find(FindActorNames query) {
        Map<String, String> names = new HashMap<>();
        for (ApiKey key : queryGateway.ask(new FindKeys(query.account()))) {
            names.put("key:" + key.apiKey(), key.label());
            names.put("console:" + key.apiKey(), key.label());
        }
        for (Person person : queryGateway.ask(new FindPeople(query.account()))) {
            if (person.name() != null) {
                names.put(PersonId.actor(person.personUid()), person.name());
            }
        }
        return new ActorNames(names);
    }

    @QueryHandler
    Page<LabelledOperation> find(FindOperations query) {
        ActorNames names = queryGateway.ask(new FindActorNames(query.account()));
        return queryGateway
                .ask(new FindJournalEntries(query.account(), query.filter(), query.paging()))
                .map(operation -> new LabelledOperation(operation, names.of(operation.actor())));
    }
}
