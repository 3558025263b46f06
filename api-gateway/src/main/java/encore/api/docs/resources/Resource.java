package encore.api.docs.resources;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Things of one kind that an account keeps, with the operations on them.
 *
 * @param name the words of its path: {@code quests}, or {@code apps.tab_items} for things that belong to a campaign
 * @param ids the names of the ids that lead to one thing; none for settings, of which there is one
 * @param own the name of the thing's own id, the last of the ids; empty where there is no such id
 */
record Resource(String name, List<String> ids, String own, Map<Role, ApiOperation> roles, List<ApiOperation> actions) {

    Resource(String name, List<String> ids, String own) {
        this(name, List.copyOf(ids), own, new EnumMap<>(Role.class), new ArrayList<>());
    }

    @Nullable
    ApiOperation operation(Role role) {
        return roles.get(role);
    }

    /** Gives an operation a role; where another one has it already, the operation becomes an action. */
    Role add(Role role, ApiOperation operation) {
        if (role != Role.ACTION && roles.putIfAbsent(role, operation) == null) {
            return role;
        }
        actions.add(operation);
        return Role.ACTION;
    }

    boolean isWritten() {
        return roles.keySet().stream().anyMatch(role -> role != Role.LIST && role != Role.ONE) || !actions.isEmpty();
    }

    /** Returns all operations, those of the roles first. */
    List<ApiOperation> operations() {
        List<ApiOperation> all = new ArrayList<>(roles.values());
        all.addAll(actions);
        return all;
    }
}
