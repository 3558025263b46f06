package encore.command.idols;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.StreamId;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsCommand.AddIdol;
import encore.kernel.idols.IdolsCommand.FindOrAddIdol;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Finds the idol with a name, or adds it. A found idol is not changed, even if another command has just added it. */
@Component
class FindOrAddIdolHandler {

    @CommandHandler
    IdolUid decide(FindOrAddIdol command, Claims claims, Dispatch dispatch) {
        String owner = claims.ownerOf(IdolClaims.name(command.idol().account(), command.idolName()));
        if (owner != null) {
            return new IdolUid(StreamId.parse(IdolId.class, owner).uid());
        }
        var profile = IdolProfileBuilder.builder().idolName(command.idolName()).build();
        return dispatch.sendLast(new AddIdol(command.idol(), profile));
    }
}
