"""usage: deployments.py ALLOCSITE APP PROFILES DOCUMENTS EXAMPLES

PROFILES is an empty directory. Writes the documents of the examples for Kubernetes as lines of JSON.
"""

import json
import os
import re
import subprocess
import sys

import yaml

allocsite, app, profiles, documents, examples = sys.argv[1:]


def read(name):
    with open(os.path.join(examples, name)) as file:
        return file.read()


def accepts(options, temporary):
    """The runtime knows the options, and leaves its log, and nothing else, on the volume."""
    done = subprocess.run(
        [app], env={"ALLOCSITE": "1", "ALLOCSITE_OPTIONS": options, "TMPDIR": temporary}, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done
    logs = os.listdir(profiles)
    assert sorted(name.rsplit(".")[-1] for name in logs) == ["asprof", "csv"], logs
    for each in logs:
        os.unlink(os.path.join(profiles, each))


def check_container(its, volumes):
    assert {"name", "image", "securityContext"} <= its.keys(), its
    assert its["securityContext"]["readOnlyRootFilesystem"] is True
    mounts = {each["mountPath"]: each["name"] for each in its["volumeMounts"]}
    assert set(mounts.values()) <= volumes.keys(), mounts
    environment = {each["name"]: each.get("value") for each in its["env"]}
    # Nothing but the volume can be written.
    assert environment["TMPDIR"] == "/profiles" and mounts["/profiles"] == "profiles"
    if "ALLOCSITE" in environment:
        accepts(environment["ALLOCSITE_OPTIONS"].replace("/profiles", profiles), profiles)
    if its.get("command") == ["allocsite", "serve"]:
        args = its["args"]
        token = args[args.index("--token-file") + 1]
        assert mounts[os.path.dirname(token)] == "token"
        (port,) = its["ports"]
        assert args[args.index("--listen") + 1] == "0.0.0.0:%d" % port["containerPort"]
        assert its["readinessProbe"]["tcpSocket"]["port"] == port["name"]
        # All options are known: what it lacks is the token.
        done = subprocess.run([allocsite, "serve", *args], capture_output=True, text=True)
        assert done.returncode == 1 and token in done.stderr, done
    return its


def check_pod(metadata, spec):
    volumes = {each["name"]: each for each in spec["volumes"]}
    (serve,) = [
        its
        for its in [check_container(each, volumes) for each in spec["containers"]]
        if its.get("command") == ["allocsite", "serve"]
    ]
    port = str(serve["ports"][0]["containerPort"])
    annotations = metadata["annotations"]
    assert annotations["prometheus.io/port"] == annotations["profiles.grafana.com/memory.port"] == port
    assert spec.get("shareProcessNamespace") or spec.get("hostPID")
    return volumes


sidecar = list(yaml.safe_load_all(read("kubernetes-sidecar.yaml")))
secret, pod = sidecar
volumes = check_pod(pod["metadata"], pod["spec"])
assert volumes["token"]["secret"]["secretName"] == secret["metadata"]["name"]
assert "token" in secret["stringData"] and "emptyDir" in volumes["profiles"]
(daemons,) = yaml.safe_load_all(read("kubernetes-daemonset.yaml"))
template = daemons["spec"]["template"]
check_pod(template["metadata"], template["spec"])
assert daemons["spec"]["selector"]["matchLabels"] == template["metadata"]["labels"]
with open(documents, "w") as file:
    for each in [*sidecar, daemons]:
        file.write(json.dumps(each) + "\n")

unit = dict(re.findall(r"^Environment=(\w+)=(.*)$", read("systemd-shop.service"), re.M))
assert re.search(r"^StateDirectory=shop$", read("systemd-shop.service"), re.M)
given = {name: value.replace("%S/shop", profiles).replace("%%", "%") for name, value in unit.items()}
accepts(given["ALLOCSITE_OPTIONS"], given["TMPDIR"])
