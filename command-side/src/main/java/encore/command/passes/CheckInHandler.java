package encore.command.passes;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.passes.CheckedInPass;
import encore.kernel.passes.PassCommand.CheckInPass;
import encore.kernel.passes.PassCommand.CheckInShownPass;
import encore.kernel.passes.PassId;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Finds the pass that was shown to a scanner. The claims know the holder of a code. */
@Component
class CheckInHandler {

    @CommandHandler
    CheckedInPass decide(CheckInShownPass command, Streams streams, Claims claims, Dispatch dispatch) {
        streams.mustBeKnown(command.campaign());
        String field = command.code() == null ? "pass_uid" : "pass_code";
        PassId pass = shownPass(command, claims, field);
        if (!streams.isOpen(pass)) {
            throw unknownPassRefusal(field);
        }
        return dispatch.sendLast(new CheckInPass(pass, command.campaign(), field));
    }

    private static PassId shownPass(CheckInShownPass command, Claims claims, String field) {
        long account = command.campaign().account();
        if (command.code() == null) {
            return new PassId(account, String.valueOf(command.uid()));
        }
        String owner = claims.ownerOf(PassCodeClaims.claim(account, command.code()));
        if (owner == null) {
            throw unknownPassRefusal(field);
        }
        PassId pass = StreamId.parse(PassId.class, owner);
        if (command.uid() != null && !command.uid().equals(pass.uid())) {
            throw new Refusal(
                    RULE, "pass-unclear", "pass_uid", "The pass_uid and the pass_code belong to two different passes.");
        }
        return pass;
    }

    static Refusal unknownPassRefusal(String field) {
        return new Refusal(RULE, "unknown-pass", field, "The campaign has no such pass.");
    }
}
