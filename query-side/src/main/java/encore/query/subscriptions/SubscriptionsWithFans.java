package encore.query.subscriptions;

import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierQuery.FindIdentified;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.kernel.paging.Page;
import encore.kernel.subscriptions.PartnerSubscriptions;
import encore.kernel.subscriptions.Subscription;
import encore.kernel.subscriptions.SubscriptionQuery.FindFanSubscriptions;
import encore.kernel.subscriptions.SubscriptionQuery.FindStoredSubscriptions;
import encore.kernel.subscriptions.SubscriptionQuery.FindSubscriptions;
import encore.kernel.subscriptions.SubscriptionQuery.FindSubscriptionsOfUsers;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Finds the fans of subscriptions, by their identifiers of the partner's network as they are now. */
@Component
class SubscriptionsWithFans implements QueryComponent {

    private final QueryGateway queryGateway;

    SubscriptionsWithFans(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<Subscription> find(FindSubscriptions query) {
        Page<Subscription> page = queryGateway.ask(new FindStoredSubscriptions(query.account(), query.paging()));
        List<String> users = page.rows().stream().map(Subscription::userKey).toList();
        Map<String, Long> fans =
                queryGateway.ask(new FindIdentified(query.account(), PartnerSubscriptions.NETWORK, users)).stream()
                        .collect(Collectors.toMap(FanIdentifier::identifierValue, FanIdentifier::fanId));
        return page.map(one -> one.withFan(fans.get(one.userKey())));
    }

    @QueryHandler
    List<Subscription> find(FindFanSubscriptions query) {
        List<String> users = queryGateway.ask(new FindIdentifiers(query.account(), List.of(query.fanId()))).stream()
                .filter(one -> one.network().equals(PartnerSubscriptions.NETWORK))
                .map(FanIdentifier::identifierValue)
                .toList();
        return queryGateway.ask(new FindSubscriptionsOfUsers(query.account(), users)).stream()
                .map(one -> one.withFan(query.fanId()))
                .toList();
    }
}
