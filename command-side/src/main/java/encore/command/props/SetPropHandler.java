package encore.command.props;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.StreamId;
import encore.kernel.props.PropCommand.AddProp;
import encore.kernel.props.PropCommand.ChangeProp;
import encore.kernel.props.PropCommand.RemoveNamedProp;
import encore.kernel.props.PropCommand.RemoveProp;
import encore.kernel.props.PropCommand.SetProp;
import encore.kernel.props.PropId;
import encore.kernel.props.PropUid;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Finds the prop of a name. */
@Component
class SetPropHandler {

    @CommandHandler
    PropUid decide(SetProp command, Claims claims, Dispatch dispatch) {
        String owner = claims.ownerOf(StoredProp.claim(command.prop().account(), command.propName()));
        return dispatch.sendLast(
                owner == null
                        ? new AddProp(command.prop(), command.propName(), command.value())
                        : new ChangeProp(StreamId.parse(PropId.class, owner), command.value()));
    }

    @CommandHandler
    PropUid decide(RemoveNamedProp command, Claims claims, Dispatch dispatch) {
        String owner = claims.ownerOf(StoredProp.claim(command.stream().account(), command.propName()));
        return owner == null
                ? new PropUid(null)
                : dispatch.sendLast(new RemoveProp(StreamId.parse(PropId.class, owner)));
    }
}
