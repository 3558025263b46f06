package encore.command;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.axon.LogErasures;
import encore.kernel.Command;
import encore.kernel.addresses.AddressCommand.ForgetUnreadable;
import encore.kernel.addresses.AddressId;
import encore.kernel.addresses.AddressesId;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.filters.FilterCommand.RemoveFilter;
import encore.kernel.filters.FilterId;
import org.axonframework.spring.config.SpringAxonConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Repeats erasures in a restored log whose backup is older than they are. The keys are already destroyed; this ends the
 * streams again.
 */
final class RestoredErasures implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(RestoredErasures.class);
    private static final String ACTOR = "restore";
    private static final String ADDRESS = "address.";
    private static final String FILTER = "filter.";

    private final LogErasures erasures;
    private final CommandSide commands;
    private volatile boolean running;

    RestoredErasures(LogErasures erasures, CommandSide commands) {
        this.erasures = erasures;
        this.commands = commands;
    }

    @Override
    public void start() {
        for (String subject : erasures.unended()) {
            Command<?> again = erasing(subject);
            commands.handle(new CommandRequest(again.stream().account(), ACTOR, null, null, again))
                    .join();
        }
        if (!erasures.unended().isEmpty()) {
            LOG.info(
                    "{} erasures were repeated in the restored log",
                    erasures.unended().size());
        }
        running = true;
    }

    private static Command<?> erasing(String subject) {
        if (subject.startsWith(ADDRESS)) {
            AddressId address = AddressId.parse(subject);
            return new ForgetUnreadable(new AddressesId(address.account()), address);
        }
        if (subject.startsWith(FILTER)) {
            return new RemoveFilter(FilterId.parse(subject));
        }
        return new EraseFan(FanId.parse(subject));
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Starts after Axon has its handlers and before the ports open. */
    @Override
    public int getPhase() {
        return SpringAxonConfiguration.LIFECYCLE_PHASE + 1;
    }
}
