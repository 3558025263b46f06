package encore.query.signups;

import encore.kernel.fans.FanQuery.FindContacts;
import encore.kernel.fans.FanQuery.FindFanByEmail;
import encore.kernel.fans.FanQuery.FindFanByPhone;
import encore.kernel.signups.CheckedContact;
import encore.kernel.signups.SignupQuery.CheckContacts;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Finds the fan of a contact with its names. */
@Component
class ContactChecks implements QueryComponent {

    private final QueryGateway queryGateway;

    ContactChecks(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    CheckedContact find(CheckContacts query) {
        List<Long> found = query.email() == null
                ? List.of()
                : queryGateway.ask(new FindFanByEmail(query.account(), query.email()));
        if (found.isEmpty() && query.phone() != null) {
            found = queryGateway.ask(new FindFanByPhone(query.account(), query.phone()));
        }
        return queryGateway.ask(new FindContacts(query.account(), found)).stream()
                .findFirst()
                .map(fan -> new CheckedContact(fan.fanId(), fan.firstName(), fan.lastName()))
                .orElse(CheckedContact.NOBODY);
    }
}
