package encore.kernel.props;

import encore.kernel.Command;
import encore.kernel.accounts.AccountId;

/** The commands of props. A value is JSON, and no text of a command shows it. */
public sealed interface PropCommand extends Command<PropUid> {

    /** The space of the claims on names; their owners are {@link PropId}s. */
    String SPACE = "prop";

    /**
     * Stores a value under a name. An equal value changes nothing.
     *
     * @param prop used when the name is new
     */
    record SetProp(PropId prop, String propName, String value) implements PropCommand {
        @Override
        public PropId stream() {
            return prop;
        }

        @Override
        public String toString() {
            return "SetProp[" + prop + "]";
        }
    }

    /** Stores the first value of a name. It is a step of {@link SetProp}. */
    record AddProp(PropId prop, String propName, String value) implements PropCommand {
        @Override
        public PropId stream() {
            return prop;
        }

        @Override
        public String toString() {
            return "AddProp[" + prop + "]";
        }
    }

    /** Replaces the value of a name. It is a step of {@link SetProp}. */
    record ChangeProp(PropId prop, String value) implements PropCommand {
        @Override
        public PropId stream() {
            return prop;
        }

        @Override
        public String toString() {
            return "ChangeProp[" + prop + "]";
        }
    }

    /** Removes the value of a name; answers no uid when there is none. */
    record RemoveNamedProp(AccountId stream, String propName) implements PropCommand {}

    /** Removes a value, and destroys the key of all values that it had. */
    record RemoveProp(PropId prop) implements PropCommand {
        @Override
        public PropId stream() {
            return prop;
        }
    }
}
