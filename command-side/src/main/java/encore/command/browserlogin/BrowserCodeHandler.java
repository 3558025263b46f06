package encore.command.browserlogin;

import encore.command.lookups.ComparedPassword;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.browserlogin.BrowserCodeCommand.IssueBrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.RecordBrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.RedeemBrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.UseBrowserCode;
import encore.kernel.browserlogin.BrowserCodeEvent.BrowserCodeIssued;
import encore.kernel.browserlogin.BrowserLogin;
import encore.kernel.browserlogin.ExchangedBrowserCode;
import encore.kernel.browserlogin.IssuedBrowserCode;
import encore.kernel.contacts.messages.LoginCode;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Hashes codes of browser logins, and finds the login of a code. A code of another account, redirect_url or app is a wrong
 * one, and is not used up. So is a code of a login by a password that the fan has changed since.
 */
@Component
class BrowserCodeHandler {

    private final byte[] secret;

    BrowserCodeHandler(KeyStore keys) {
        this.secret = keys.installationSecret(LoginCode.SECRET);
    }

    @CommandHandler
    IssuedBrowserCode decide(IssueBrowserCode command, Dispatch dispatch) {
        String hash = hash(command.logins(), command.codeUid());
        return dispatch.sendLast(new RecordBrowserCode(command.logins(), hash, command.login()));
    }

    @CommandHandler
    ExchangedBrowserCode decide(UseBrowserCode command, Facts facts, Streams streams, Dispatch dispatch) {
        BrowserCodeIssued issued = facts.eventAt(command.code().position(), BrowserCodeIssued.class);
        if (issued == null
                || !isRight(issued, command)
                || !streams.isOpen(issued.logins().fan())) {
            return ExchangedBrowserCode.WRONG;
        }
        BrowserLogin login = issued.login();
        if (!ComparedPassword.isOf(issued.logins().fan(), login.passwordPosition(), streams, dispatch)) {
            return ExchangedBrowserCode.WRONG;
        }
        return dispatch.sendLast(new RedeemBrowserCode(
                issued.codeHash(),
                new OpenFanSession(
                        issued.logins(),
                        command.session().ref(),
                        login.details(),
                        login.passwordPosition(),
                        null,
                        login.acceptedTerms(),
                        command.at())));
    }

    private boolean isRight(BrowserCodeIssued issued, UseBrowserCode command) {
        return issued.logins().account() == command.session().account()
                && MessageDigest.isEqual(
                        issued.codeHash().getBytes(StandardCharsets.UTF_8),
                        hash(issued.logins(), command.code().uid()).getBytes(StandardCharsets.UTF_8))
                && issued.login().isFor(command.redirectUrl(), command.codeChallenge());
    }

    private String hash(LoginsId logins, String codeUid) {
        return HexFormat.of().formatHex(LoginCode.hmac(secret, "browser-code\0" + logins + '\0' + codeUid));
    }
}
