package encore.command;

import encore.kernel.Command;
import encore.kernel.fans.FanId;

/**
 * Removes a feature's own data about a fan from the feature's streams, while the fan's key can still read it. It is a
 * component in the feature's package. Data that is only personal needs no step: it becomes unreadable with the key.
 */
public interface ErasureStep {

    /** Returns the command that is sent before the fan's own stream ends. A repeat changes nothing. */
    Command<?> commandFor(FanId fan);
}
