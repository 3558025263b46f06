package encore.query.sessions;

import encore.kernel.Refusal;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.paging.Page;
import encore.kernel.sessions.Login;
import encore.kernel.sessions.Session;
import encore.kernel.sessions.SessionQuery.FindFanSessions;
import encore.kernel.sessions.SessionQuery.FindLogin;
import encore.kernel.sessions.SessionQuery.FindLogins;
import encore.kernel.sessions.SessionQuery.FindSession;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins sessions with the tags and props of their fans, which another projection owns. */
@Component
class SessionsWithFans implements QueryComponent {

    private final QueryGateway queryGateway;

    SessionsWithFans(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Session find(FindSession query) {
        Login login = queryGateway.ask(new FindLogin(query.account(), query.sessionHash())).stream()
                .filter(found -> found.endedAt() == null)
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("The session has ended."));
        return login.fanId() == null
                ? login.toSession()
                : withFan(login.toSession(), fan(query.account(), login.fanId()));
    }

    @QueryHandler
    Page<Session> find(FindFanSessions query) {
        Fan fan = fan(query.account(), query.fanId());
        return queryGateway
                .ask(new FindLogins(query.account(), query.fanId(), query.liveAt(), query.paging()))
                .map(login -> withFan(login.toSession(), fan));
    }

    private Fan fan(long account, long fanId) {
        return queryGateway.ask(new FindFanDetails(account, fanId)).fan();
    }

    private static Session withFan(Session session, Fan fan) {
        List<Long> tags = fan.tags() == null
                ? List.of()
                : fan.tags().stream().map(Fan.Tag::tagId).toList();
        return session.withFan(fan.props(), tags);
    }
}
