package encore.query.businesses;

import encore.kernel.businesses.BusinessQuery.FindMembers;
import encore.kernel.businesses.BusinessQuery.FindNamelessMembers;
import encore.kernel.businesses.Member;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.paging.Page;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins the members of a business with the display names of fans. */
@Component
class MembersWithNames implements QueryComponent {

    private final QueryGateway queryGateway;

    MembersWithNames(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<Member> find(FindMembers query) {
        Page<Member> page =
                queryGateway.ask(new FindNamelessMembers(query.account(), query.businessId(), query.paging()));
        DisplayNames names = queryGateway.ask(new FindDisplayNames(
                query.account(), page.rows().stream().map(Member::fanId).toList()));
        return page.map(member -> member.withDisplayName(names.of(member.fanId())));
    }
}
