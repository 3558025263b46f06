package encore.command;

import encore.infra.eventstore.Dispatch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tags, custom fields and props of an account that only its staff gives to fans. A call with the public key alone that
 * sets one is refused.
 *
 * @param tagNames the names of further tags, which need not exist yet, in the form in which they are claimed
 */
public record StaffNames(Set<Long> tagIds, Set<String> tagNames, Set<String> fieldKeys, Set<String> propNames) {

    public static final StaffNames NONE = new StaffNames(Set.of(), Set.of(), Set.of(), Set.of());

    public StaffNames {
        tagIds = Set.copyOf(tagIds);
        tagNames = Set.copyOf(tagNames);
        fieldKeys = Set.copyOf(fieldKeys);
        propNames = Set.copyOf(propNames);
    }

    /** Provides the names that one feature reserves for staff. It is a component in the feature's package. */
    public interface Source {

        /** Returns the names, which it may ask for with one step. Ask with the same step each time. */
        StaffNames of(long account, Dispatch dispatch);
    }

    /** Returns the names of all sources. */
    public static StaffNames of(List<Source> sources, long account, Dispatch dispatch) {
        Set<Long> tagIds = new HashSet<>();
        Set<String> tagNames = new HashSet<>();
        Set<String> fieldKeys = new HashSet<>();
        Set<String> propNames = new HashSet<>();
        for (Source source : sources) {
            StaffNames names = source.of(account, dispatch);
            tagIds.addAll(names.tagIds());
            tagNames.addAll(names.tagNames());
            fieldKeys.addAll(names.fieldKeys());
            propNames.addAll(names.propNames());
        }
        return new StaffNames(tagIds, tagNames, fieldKeys, propNames);
    }
}
