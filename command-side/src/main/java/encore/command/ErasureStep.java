package encore.command;

import encore.kernel.Command;
import encore.kernel.fans.FanId;

/**
 * Gives up what a feature holds of a fan in streams of its own, while the fan's key can still read it: a component in the
 * feature's package. What is only personal needs none, since it goes with the key.
 */
public interface ErasureStep {

    /** Returns what is sent before the fan's own stream ends; a repeat changes nothing. */
    Command<?> of(FanId fan);
}
