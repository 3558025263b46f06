package encore.query.businesses;

import encore.kernel.Page;
import encore.kernel.businesses.BusinessQuery.FindMembers;
import encore.kernel.businesses.BusinessQuery.FindNamelessMembers;
import encore.kernel.businesses.Member;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins the members of a business with the display names of fans. */
@Component
class NamedMembers implements QueryComponent {

    private final QueryGateway questions;

    NamedMembers(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    Page<Member> find(FindMembers query) {
        Page<Member> page = questions.ask(new FindNamelessMembers(query.account(), query.businessId(), query.paging()));
        DisplayNames names = questions.ask(new FindDisplayNames(
                query.account(), page.rows().stream().map(Member::fanId).toList()));
        return page.map(member -> member.called(names.of(member.fanId())));
    }
}
