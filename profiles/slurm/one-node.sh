#!/usr/bin/env bash
# A Slurm cluster of one node, on this machine's loopback, to try the workflow's profile on; as
# root, with Debian's packages slurm-wlm and munge or their like:
#
#     profiles/slurm/one-node.sh start
#     squeue
#     profiles/slurm/one-node.sh stop
#
# Keys, logs and state are in build/slurm; outside it there is only the link
# /etc/slurm/slurm.conf, which `stop` removes. The node has a process table of its own, as on
# another machine.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PATH:/usr/sbin:/sbin"
folder="$PWD/build/slurm"
link=/etc/slurm/slurm.conf # where Slurm's commands look
cpus="${CPUS:-$(nproc)}"
memory="$(awk '/MemTotal/ {print int($2 / 1024)}' /proc/meminfo)"

configure() {
  local host
  host="$(hostname -s)"
  cat > "$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CryptoType=crypto/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
# Nothing of the machine is needed but processes: no control groups, no message passing.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
# Jobs share the node by cores and memory; one that takes more than it asked for is ended.
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=5
JobAcctGatherParams=OverMemoryKill
# A small cluster can be quick.
SchedulerParameters=sched_interval=2,batch_sched_delay=0
KillWait=5
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=$memory
PartitionName=main Nodes=$host Default=YES MaxTime=1-0
CONF
}

fail() {
  echo "error: $*" >&2
  exit 2
}

wait_until() {
  for _ in $(seq 50); do
    if "$@" > "$folder/wait.log" 2>&1; then return; fi
    sleep 0.2
  done
  fail "$*: not within 10 s; see $folder/*.log"
}

gone() { ! kill -0 "$1"; }
ready() { sinfo --noheader --format=%T | grep -qxE 'idle|mixed|allocated'; }

start() {
  local program
  [ "$(id -u)" = 0 ] || fail "user $(id -un); allowed: root"
  for program in munged slurmctld slurmd; do
    command -v "$program" > /dev/null ||
      fail "$program: not installed; allowed: after apt-get install slurm-wlm munge"
  done
  stop
  if [ -e "$link" ]; then fail "$link: there already; allowed: on a machine without Slurm"; fi
  rm -rf "$folder"
  mkdir -p "$folder/state" "$folder/spool"
  chmod 755 "$folder"
  (umask 077 && head -c 1024 /dev/urandom > "$folder/munge.key")
  configure
  mkdir -p "$(dirname "$link")"
  ln -s "$folder/slurm.conf" "$link"
  munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" \
    --seed-file="$folder/munged.seed" 2> "$folder/munged.err"
  slurmctld
  # The shell is the first process of the node, which clears away those whose parents are gone.
  unshare --pid --fork --mount-proc --kill-child bash -c 'slurmd -D & wait $!' \
    > "$folder/slurmd.out" 2>&1 &
  echo $! > "$folder/node.pid"
  wait_until ready
}

stop() {
  local name pid
  [ -d "$folder" ] || return 0
  if [ "$(readlink "$link")" = "$folder/slurm.conf" ]; then rm "$link"; fi
  for name in node slurmctld munged; do
    pid="$(cat "$folder/$name.pid" 2> /dev/null)" || continue
    rm "$folder/$name.pid"
    # The node is all processes in it, which end with the first; the others end in good order.
    if [ "$name" = node ]; then kill -KILL "$pid"; else kill "$pid"; fi 2> /dev/null || continue
    wait_until gone "$pid"
  done
}

case "${1:-}" in
  start | stop) "$1" ;;
  *) fail "${1:-no command}; allowed: start, stop" ;;
esac
