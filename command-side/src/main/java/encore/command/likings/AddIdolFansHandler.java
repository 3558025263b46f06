package encore.command.likings;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNKNOWN;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.likings.AddedIdolFans;
import encore.kernel.likings.IdolFan;
import encore.kernel.likings.LikedIdol;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand.AddIdolFans;
import encore.kernel.likings.LikingCommand.LikeAsIdentified;
import encore.kernel.likings.LikingCommand.RegisterFanWithIdols;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Adds idols to many fans. Each row is a step of its own; a refused row does not stop the others. */
@Component
class AddIdolFansHandler {

    @CommandHandler
    AddedIdolFans decide(AddIdolFans command, Dispatch dispatch) {
        List<LikedIdol> taken = new ArrayList<>();
        List<AddedIdolFans.Failed> failed = new ArrayList<>();
        for (IdolFan row : command.rows()) {
            try {
                LikedIdols liked = dispatch.send(
                        row.fan() != null
                                ? new RegisterFanWithIdols(row.fan(), row.idols(), row.isExplicit())
                                : new LikeAsIdentified(
                                        command.stream(),
                                        Objects.requireNonNull(row.identified()),
                                        row.idols(),
                                        row.isExplicit()));
                liked.idolUids().forEach(idol -> taken.add(new LikedIdol(liked.fanId(), idol)));
            } catch (Refusal refusal) {
                if (refusal.kind() != RULE && refusal.kind() != UNKNOWN) {
                    throw refusal;
                }
                failed.add(new AddedIdolFans.Failed(row.idx(), String.valueOf(refusal.getMessage())));
            }
        }
        return new AddedIdolFans(AddedIdolFans.Inserted.of(taken), failed);
    }
}
