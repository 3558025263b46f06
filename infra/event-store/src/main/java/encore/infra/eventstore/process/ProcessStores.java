package encore.infra.eventstore.process;

import java.util.List;

/** A store for each automation, under the name that it has for ever. */
public interface ProcessStores extends AutoCloseable {

    /** The store of an automation; empty when it is new, or when what it held was lost. */
    ProcessStore open(String automation);

    /** The automations that have a store, by name. */
    List<String> names();

    @Override
    void close();
}
