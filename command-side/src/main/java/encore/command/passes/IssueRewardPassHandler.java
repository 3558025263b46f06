package encore.command.passes;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.PassCode;
import encore.kernel.passes.PassCommand.IssueRewardPass;
import encore.kernel.passes.PassCommand.OpenRewardPass;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Generates the code of a reward's pass. The command that automations repeat has no code, so each attempt has a new one,
 * and a code that is taken holds up nothing.
 */
@Component
class IssueRewardPassHandler {

    @CommandHandler
    IssuedPass decide(IssueRewardPass command, Claims claims, Dispatch dispatch) {
        String code = PassCode.random();
        while (claims.ownerOf(PassCodeClaims.claim(command.pass().account(), code)) != null) {
            code = PassCode.random();
        }
        return dispatch.sendLast(new OpenRewardPass(command.pass(), command.fanId(), command.access(), code));
    }
}
