package encore.command.bulkcalls;

import encore.infra.eventstore.Facts;
import encore.kernel.bulkcalls.BegunBulkCall;
import encore.kernel.bulkcalls.BulkCallCommand.BeginBulkCall;
import encore.kernel.bulkcalls.BulkCallEvent.BulkCallBegun;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Records the beginning of a bulk call in a stream of its own (ADR 99). */
@Component
class BeginBulkCallHandler {

    @CommandHandler
    BegunBulkCall decide(BeginBulkCall command, Facts facts) {
        facts.record(command.bulkCall(), new BulkCallBegun(command.bulkCall()));
        return new BegunBulkCall(command.bulkCall().uid());
    }
}
