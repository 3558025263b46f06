package encore.command.sessions;

import encore.command.lookups.ComparedPassword;
import encore.command.lookups.PageTabs;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignCommand.RequireOpenCampaign;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.sessions.CheckedPlace;
import encore.kernel.sessions.EndedSessions;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.sessions.SessionCommand.CheckPlace;
import encore.kernel.sessions.SessionCommand.EndFanSession;
import encore.kernel.sessions.SessionCommand.EndGuestSession;
import encore.kernel.sessions.SessionCommand.EndSession;
import encore.kernel.sessions.SessionCommand.LogIn;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.SessionCommand.UseFanSession;
import encore.kernel.sessions.SessionCommand.UseGuestSession;
import encore.kernel.sessions.SessionCommand.UseSession;
import encore.kernel.sessions.SessionId;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds the stream of a session by its name: a claim leads to the logins of its fan, and the stream of a guest has the
 * name of the session. Another account's session is unknown.
 */
@Component
class SessionHandler {

    @CommandHandler
    CheckedPlace decide(CheckPlace command, Streams streams, Dispatch dispatch) {
        BusinessId business = command.business();
        thePlaceIsKnown(business.account(), business.number(), command.pageTabId(), streams);
        if (command.isPublic()
                && command.pageTabId() != null
                && PageTabs.isCampaign(business.account(), command.pageTabId(), streams)) {
            dispatch.send(
                    new RequireOpenCampaign(new CampaignId(business.account(), command.pageTabId()), "page_tab_id"));
        }
        return new CheckedPlace(business.number(), streams.lastPosition(business));
    }

    static void thePlaceIsKnown(long account, long businessId, @Nullable Long pageTabId, Streams streams) {
        streams.mustBeOpen(new BusinessId(account, businessId), "business_id");
        if (pageTabId != null) {
            PageTabs.mustBeOpen(account, pageTabId, streams);
        }
    }

    /** Ends the session that the login replaces, then opens the new one. A session of the same fan ends in one commit. */
    @CommandHandler
    OpenedSession decide(LogIn command, Claims claims, Streams streams, Dispatch dispatch) {
        LoginsId logins = command.login().logins();
        streams.mustBeOpen(logins.fan(), "fan_id");
        thePasswordIsTheFans(command.login(), streams, dispatch);
        if (command.replaced() == null) {
            return dispatch.sendLast(command.login().replacing(null));
        }
        SessionId replaced = new SessionId(logins.account(), command.replaced());
        if (logins.equals(fanOf(replaced, claims))) {
            return dispatch.sendLast(command.login().replacing(command.replaced()));
        }
        try {
            dispatch.send(new EndSession(replaced, false));
        } catch (Refusal refusal) {
            if (refusal.kind() != Refusal.Kind.UNKNOWN) {
                throw refusal;
            }
        }
        return dispatch.sendLast(command.login().replacing(null));
    }

    private static void thePasswordIsTheFans(OpenFanSession login, Streams streams, Dispatch dispatch) {
        if (!ComparedPassword.isOf(login.logins().fan(), login.passwordPosition(), streams, dispatch)) {
            throw new Refusal(Refusal.Kind.RULE, "password-changed", "The fan has another password by now.");
        }
    }

    @CommandHandler
    LiveSessionState decide(UseSession command, Claims claims, Streams streams, Dispatch dispatch) {
        LoginsId logins = fanOf(command.session(), claims);
        return logins != null
                ? dispatch.sendLast(new UseFanSession(logins, command.session().ref(), command.at()))
                : dispatch.sendLast(new UseGuestSession(guest(command.session(), streams), command.at()));
    }

    @CommandHandler
    EndedSessions decide(EndSession command, Claims claims, Streams streams, Dispatch dispatch) {
        LoginsId logins = fanOf(command.session(), claims);
        return logins != null
                ? dispatch.sendLast(new EndFanSession(logins, command.session().ref(), command.byStaff()))
                : dispatch.sendLast(new EndGuestSession(guest(command.session(), streams), command.byStaff()));
    }

    private static @Nullable LoginsId fanOf(SessionId session, Claims claims) {
        String owner = claims.ownerOf(new Claim(SessionId.SPACE, session.account(), session.ref()));
        return owner == null ? null : StreamId.parse(LoginsId.class, owner);
    }

    private static GuestId guest(SessionId session, Streams streams) {
        streams.mustBeKnown(session.guest());
        return session.guest();
    }
}
