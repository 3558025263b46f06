package encore.command.automations;

import encore.command.automations.ProcessContext.KeyedDocument;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Command;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends a command for each document of an erased fan, including one that is added after the erasure. A fan may have many:
 * they are handled a batch at a time.
 *
 * @param <T> the document. Its key is the fan, a slash and the rest of the key
 */
public abstract class FanErasureAutomation<T extends FanErasureAutomation.FanDocument> implements Automation {

    /** Documents for each step of long work. */
    public static final int BATCH = 100;

    private final Class<T> type;

    protected FanErasureAutomation(Class<T> type) {
        this.type = type;
    }

    /** A document of a fan. */
    public interface FanDocument {

        /** The position of the event that added it: its ordinal among the commands of one event. */
        long since();
    }

    /** An erased fan. */
    record Gone(long since) {}

    /** Returns the command for a document of an erased fan. */
    protected abstract Command<?> command(T document);

    /** Declares the documents and the reaction to the erasure. */
    protected Reactions reactions(Class<? extends Command<?>> command) {
        return Reactions.of(command).keeping(type, Gone.class).on(FanErased.class, this::erased);
    }

    private void erased(FanErased event, RecordedEvent recordedEvent, ProcessContext process) {
        process.put(event.fan().toString(), new Gone(recordedEvent.position()));
        process.beginLongWork(keyPrefix(event.fan()));
    }

    /** Handles one batch. The cursor is the prefix of the fan's keys at first, then the last key of each batch. */
    @Override
    public @Nullable String continueLongWork(String cursor, ProcessContext process) {
        String ofFan = cursor.substring(0, cursor.lastIndexOf('/') + 1);
        List<KeyedDocument<T>> batch = process.list(type, ofFan, cursor, BATCH);
        for (KeyedDocument<T> each : batch) {
            process.send(each.document().since(), command(each.document()));
        }
        return batch.size() < BATCH ? null : batch.getLast().key();
    }

    protected static boolean isGone(FanId fan, ProcessContext process) {
        return process.get(Gone.class, fan.toString()) != null;
    }

    protected static String key(FanId fan, Object rest) {
        return keyPrefix(fan) + rest;
    }

    private static String keyPrefix(FanId fan) {
        return fan + "/";
    }
}
